// What each seat has, and the bank: the words and numbers of a moment, with the drawings of its picture.

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element with attributes and children; texts are texts, never markup. */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value) made.setAttribute(key, value === true ? "" : value);
  made.append(...children);
  return made;
}

function icon(name) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", "-10 -10 20 20");
  drawn.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  drawn.append(use);
  return drawn;
}

function thing({ icon: name, words, label, strong }) {
  const said = make("span", { class: "unseen" }, label);
  return make("li", { title: label, class: strong && "strong" }, icon(name), make("span", { "aria-hidden": "true" }, words), said);
}

const things = (list, kind) => make("ul", { class: kind }, ...list.map(thing));

/** Draws the standing of a moment. `touched` are the seats that what happened is about. */
export function drawStanding(moment, touched, bank) {
  const at = (id) => document.getElementById(id);
  at("scenario").textContent = moment.scenario;
  at("subtitle").textContent = moment.subtitle;
  at("turn").textContent = moment.turn;
  at("offer").textContent = moment.offer;
  at("offer").hidden = !moment.offer;
  at("seats").replaceChildren(...moment.seats.map((seat) => card(seat, touched.has(seat.seat))));
  at("bank").replaceChildren(make("h3", {}, bank), things(moment.bank, "things"));
  at("notes").replaceChildren(...moment.notes.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]));
  at("words").textContent = moment.words.join("\n");
}

function card(seat, touched) {
  const classes = [seat.acting && "acting", seat.won && "won", touched && "touched"].filter(Boolean).join(" ");
  const badge = make("span", { class: "badge", "aria-hidden": "true" }, String(seat.seat));
  const who = make("span", { class: "unseen" }, seat.label);
  const name = make("span", { "aria-hidden": "true" }, seat.name, ...(seat.player ? [make("small", {}, ` · ${seat.player}`)] : []));
  const standing = make("strong", { class: /^\d/.test(seat.standing) && seat.standing.length < 6 && "points" }, seat.standing);
  const head = make("div", { class: "head" }, badge, who, name, standing);
  const made = make("li", { class: classes, "data-seat": String(seat.seat) }, head, things(seat.things, "things"));
  if (seat.hand.length) made.append(things(seat.hand, "things hand"));
  made.style.setProperty("--seat", seat.fill);
  made.style.setProperty("--seat-ink", seat.ink);
  return made;
}
