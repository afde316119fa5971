// The page: which game is looked at, by whom, in which language and at which version; and all that changes these.

import { drawBoard } from "./board.js";
import { Live, Refused, address, ask } from "./gateway.js";
import { drawStanding, make } from "./panel.js";
import { LANGUAGES, preferred, translate, words } from "./words.js";

const KEPT = 80;
const MARKED = 12;
const SETTLING = 60;

const at = (id) => document.getElementById(id);

/** What is looked at. `wanted` is the version to show, `shown` the one that is drawn; until all events are here a
 * `wanted` of 0 stands for the newest. */
const now = { game: "", as: "", language: "", wanted: 0, shown: 0, follow: true, whole: false, over: false, events: [], turns: [] };
let loading = new AbortController();
let moments = new Map();
let playing = 0;
let drawing = false;
let towards = 1;

const newest = () => now.events.length;
const said = () => words(now.language);
const fields = () => ({ as: now.as, language: now.language });

// Where the page is ----------------------------------------------------------------------------------------------------

function readPlace() {
  const place = new URLSearchParams(location.hash.slice(1));
  const language = place.get("lang");
  return {
    game: (place.get("game") ?? "").trim(),
    as: place.get("as") || "spectator",
    version: Number.parseInt(place.get("v"), 10) || 0,
    language: LANGUAGES.includes(language) ? language : preferred(),
  };
}

function placeOf(version) {
  const place = new URLSearchParams();
  if (now.game) place.set("game", now.game);
  if (version) place.set("v", String(version));
  if (now.game) place.set("as", now.as);
  if (now.language !== preferred()) place.set("lang", now.language);
  return `#${place.toString().replaceAll("%3A", ":")}`;
}

function rememberPlace() {
  if (readPlace().game !== now.game) return; // somebody has gone to another game, and word of that is on its way
  history.replaceState(null, "", placeOf(now.follow ? 0 : now.wanted));
}

async function goToPlace() {
  const place = readPlace();
  const other = place.game !== now.game || place.as !== now.as || place.language !== now.language;
  if (!other) return place.game ? show(place.version || (now.whole ? newest() : 0)) : undefined;
  Object.assign(now, { game: place.game, as: place.as, language: place.language });
  translate(now.language);
  at("language").value = now.language;
  at("keys").querySelector("dl").replaceChildren(
    ...said()["key-list"].flatMap(([keys, what]) => [make("dt", {}, ...keys.split(" ").map(key)), make("dd", {}, what)]),
  );
  loading.abort();
  loading = new AbortController();
  live.close();
  stop();
  problem("");
  at("lobby").hidden = Boolean(now.game);
  at("replay").hidden = !now.game;
  await (now.game ? load(place.version, loading.signal) : listGames(loading.signal)).catch(trouble);
}

const key = (name) => (/^\p{L}|[←→]/u.test(name) ? make("kbd", {}, name.replace(",", "")) : name);

function trouble(error) {
  if (error.name === "AbortError") return;
  if (!(error instanceof Refused)) throw error;
  problem(error.message);
  at("replay").hidden = true;
}

function problem(text) {
  at("problem").textContent = text;
  at("problem").hidden = !text;
}

// Games ----------------------------------------------------------------------------------------------------------------

async function listGames(signal) {
  const { games, more } = await ask(`games?${new URLSearchParams({ language: now.language })}`, { signal, told: away });
  at("none").hidden = games.length > 0;
  at("more").hidden = !more;
  at("more").textContent = said().more(games.length);
  at("games").replaceChildren(
    ...games.map((game) => {
      const place = new URLSearchParams({ game: game.game, ...(now.language !== preferred() && { lang: now.language }) });
      const scores = Array.from({ length: game.seats }, (_, n) => {
        const won = game.winners.includes(n + 1);
        const points = game.scores.length ? `: ${game.scores[n]}` : ""; // none where points do not count
        return make("span", { class: won && "won", title: won && said().won }, `${n + 1}${points}${won ? " ★" : ""}`);
      });
      return make(
        "li",
        {},
        make(
          "a",
          { href: `#${place}` },
          make("strong", {}, game.scenario),
          make("span", { class: `state ${game.state}` }, said().state[game.state] ?? game.state),
          make("span", { class: "summary" }, said().summary(game)),
          make("span", { class: "scores", "aria-label": game.scores.length ? said().points : said().seats }, ...scores),
          make("code", {}, game.game),
        ),
      );
    }),
  );
}

// A game ---------------------------------------------------------------------------------------------------------------

async function load(version, signal) {
  Object.assign(now, { events: [], turns: [], wanted: version, shown: 0, follow: !version, whole: false, over: false });
  moments = new Map();
  at("events").replaceChildren();
  at("now").textContent = "";
  status("loading");
  const first = await moment(version, signal);
  render(first, []);
  now.shown = 0;
  moments.set(first.version, Promise.resolve(first));
  offerViewers(first.seats.length);
  for (let more = true; more; ) {
    const page = await ask(address(now.game, "events", { ...fields(), after: String(newest()) }), { signal, told: away });
    page.events.forEach(take);
    more = page.more;
  }
  now.whole = true;
  show(now.follow ? newest() : now.wanted);
  live.open(now.game, fields(), newest());
}

function offerViewers(seats) {
  const viewers = [["spectator", said().spectator]];
  for (let seat = 1; seat <= seats; seat++) viewers.push([`seat:${seat}`, `${said().seat} ${seat}`]);
  viewers.push(["auditor", said().auditor]);
  at("viewer").replaceChildren(...viewers.map(([value, text]) => new Option(text, value)));
  at("viewer").value = now.as;
}

/** Takes the next event in. */
function take(event) {
  now.events.push(event);
  if (event.kind === "turn_started") now.turns.push(event.version);
  if (event.kind === "game_ended") now.over = true;
  const link = make("a", { href: placeOf(event.version), tabindex: "-1" }, make("span", { class: "number" }, String(event.version)), event.text);
  const item = make("li", { id: `event-${event.version}`, "data-kind": event.kind }, link);
  paint(item, event);
  at("events").append(item);
  at("slider").max = String(newest());
}

/** Puts the colour of the seat that an event is about first to where it is told. */
function paint(where, event) {
  const seat = event?.seats[0];
  if (seat) where.dataset.seat = String(seat);
  else delete where.dataset.seat;
  where.style.setProperty("--seat", `var(--seat-${seat})`);
}

const live = new Live({
  event(event) {
    // Each comes once and in order; were it otherwise, what is here would still be right.
    if (event.version > newest() + 1) return live.open(now.game, fields(), newest());
    if (event.version <= newest()) return;
    take(event);
    if (now.follow) soon();
    else position();
  },
  away(gone) {
    status(gone ? "away" : now.over ? "over" : "live");
    if (!gone && now.over) live.close();
  },
  lost: () => live.open(now.game, fields(), newest()),
});

let settling = 0;
function soon() {
  clearTimeout(settling);
  settling = setTimeout(() => now.follow && show(newest()), SETTLING);
}

const away = (gone) => status(gone ? "away" : "loading");

function status(what) {
  at("status").textContent = said()[what];
  at("status").dataset.status = what;
}

// Versions -------------------------------------------------------------------------------------------------------------

function show(version) {
  if (!now.whole) return Object.assign(now, { wanted: version, follow: !version });
  const wanted = Math.min(Math.max(1, version), Math.max(1, newest()));
  towards = wanted < now.wanted ? -1 : 1;
  now.wanted = wanted;
  now.follow = wanted === newest();
  position();
  rememberPlace();
  draw();
}

function position() {
  const event = now.events[now.wanted - 1];
  at("slider").value = String(now.wanted);
  at("slider").setAttribute("aria-valuetext", `${said().position(now.wanted, newest())}: ${event?.text ?? ""}`);
  at("position").textContent = said().position(now.wanted, newest());
  at("now").textContent = event?.text ?? "";
  paint(at("now"), event);
  at("follow").checked = now.follow;
  at("link").href = placeOf(now.wanted);
  at("link").textContent = said().link;
  at("picture").href = address(now.game, "picture", { ...fields(), v: String(now.wanted) });
  for (const id of ["first", "turn-back", "back"]) at(id).disabled = now.wanted <= 1;
  for (const id of ["on", "turn-on", "last"]) at(id).disabled = now.wanted >= newest();
  const before = at("events").querySelector("[aria-current]");
  const current = at(`event-${now.wanted}`);
  if (before === current) return;
  before?.removeAttribute("aria-current");
  before?.firstChild.setAttribute("tabindex", "-1");
  current?.setAttribute("aria-current", "step");
  current?.firstChild.setAttribute("tabindex", "0");
  if (before?.contains(document.activeElement)) current?.firstChild.focus({ preventScroll: true });
  scrollTo(current);
}

/** Brings an event of the list to sight by scrolling the list and never the page. */
function scrollTo(item) {
  const list = at("events");
  if (item) list.scrollTop += item.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
}

/** Draws what is wanted. One picture is on its way at a time: who steps faster sees fewer of those between. */
async function draw() {
  if (drawing) return;
  drawing = true;
  const { signal } = loading;
  try {
    while (now.shown !== now.wanted && !signal.aborted) {
      const version = now.wanted;
      const drawn = await moment(version, signal);
      if (signal.aborted) break;
      render(drawn, happened(version));
    }
    for (const ahead of [1, 2]) {
      const next = now.wanted + ahead * towards;
      if (next >= 1 && next <= newest()) await moment(next, signal);
      if (now.shown !== now.wanted) break;
    }
  } catch (error) {
    trouble(error);
  } finally {
    drawing = false;
  }
  if (now.game && now.shown !== now.wanted) draw();
}

/** What happened since what is drawn, if that is just before; else the one event of the version. */
function happened(version) {
  const since = version - now.shown;
  const from = now.shown && since > 0 && since <= MARKED ? now.shown : version - 1;
  return now.events.slice(from, version);
}

function moment(version, signal) {
  if (!version) return ask(address(now.game, "moment", fields()), { signal, told: away });
  if (!moments.has(version)) {
    const kept = moments;
    const asked = ask(address(now.game, "moment", { ...fields(), v: String(version) }), { signal, told: away });
    asked.catch(() => kept.delete(version));
    kept.set(version, asked);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return moments.get(version);
}

function render(drawn, events) {
  for (const seat of drawn.seats) document.documentElement.style.setProperty(`--seat-${seat.seat}`, seat.fill);
  drawBoard(drawn.picture, at("board"), at("legend"), events);
  drawStanding(drawn, new Set(events.flatMap((event) => event.seats)), said().bank);
  now.shown = drawn.version;
  document.title = `${drawn.scenario} · ${said().title}`;
  at("board").dataset.version = String(drawn.version);
}

// Controls -------------------------------------------------------------------------------------------------------------

function stop() {
  clearTimeout(playing);
  playing = 0;
  at("play").setAttribute("aria-pressed", "false");
}

function play() {
  at("play").setAttribute("aria-pressed", "true");
  if (now.wanted >= newest()) show(1);
  const step = () => {
    // A picture that is not drawn yet is waited for.
    if (now.shown === now.wanted) show(now.wanted + 1);
    if (now.wanted >= newest()) stop();
    else playing = setTimeout(step, 1000 / Number(at("speed").value));
  };
  playing = setTimeout(step, 1000 / Number(at("speed").value));
}

const step = (version) => {
  if (!now.whole) return;
  stop();
  show(version);
};

const turn = (direction) =>
  direction < 0
    ? (now.turns.findLast((version) => version < now.wanted) ?? 1)
    : (now.turns.find((version) => version > now.wanted) ?? newest());

const MOVES = {
  first: () => step(1),
  "turn-back": () => step(turn(-1)),
  back: () => step(now.wanted - 1),
  play: () => (playing ? stop() : now.whole && play()),
  on: () => step(now.wanted + 1),
  "turn-on": () => step(turn(1)),
  last: () => step(newest()),
};

const KEYS = { Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "on", End: "last" };
const KEYS_WITH_SHIFT = { ArrowLeft: "turn-back", ArrowRight: "turn-on" };

function pressed(event) {
  if (!now.game || at("replay").hidden || event.altKey || event.ctrlKey || event.metaKey) return;
  const on = event.target;
  if (on.matches("select, textarea, input:not([type=range])")) return;
  if (event.key === " " && on.matches("button, summary")) return;
  const move = event.shiftKey ? KEYS_WITH_SHIFT[event.key] : KEYS[event.key];
  if (!move) return;
  event.preventDefault();
  MOVES[move]();
}

function moveTo(changes) {
  const place = readPlace();
  const next = { game: place.game, v: now.game && !now.follow ? String(now.wanted) : "", as: now.game && now.as, lang: now.language, ...changes };
  location.hash = new URLSearchParams(Object.entries(next).filter(([, value]) => value)).toString().replaceAll("%3A", ":");
}

function begin() {
  for (const [id, move] of Object.entries(MOVES)) at(id).addEventListener("click", move);
  at("slider").addEventListener("input", () => step(Number(at("slider").value)));
  at("follow").addEventListener("change", () => {
    if (at("follow").checked) return step(newest());
    now.follow = false;
    rememberPlace();
  });
  at("viewer").addEventListener("change", () => moveTo({ as: at("viewer").value }));
  at("language").addEventListener("change", () => moveTo({ lang: at("language").value }));
  at("open").addEventListener("submit", (event) => {
    event.preventDefault();
    moveTo({ game: at("game-id").value.trim(), v: "", as: "" });
  });
  at("home").addEventListener("click", (event) => {
    event.preventDefault();
    moveTo({ game: "", v: "", as: "" });
  });
  at("events").addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    step(Number(item.id.slice("event-".length)));
  });
  at("link").addEventListener("click", (event) => {
    event.preventDefault();
    history.replaceState(null, "", at("link").href);
    navigator.clipboard?.writeText(at("link").href).then(() => (at("link").textContent = said().copied), () => {});
  });
  addEventListener("keydown", pressed);
  addEventListener("hashchange", goToPlace);
  // A page that nobody sees needs no stream; it goes on where it was.
  document.addEventListener("visibilitychange", () => {
    if (!now.game || !now.whole || now.over) return;
    if (document.hidden) live.close();
    else live.open(now.game, fields(), newest());
  });
  goToPlace();
}

begin();
