// The words of the page itself. What is said of a game comes from the gateway, in the same language.

const WORDS = {
  en: {
    title: "Settlers: replay",
    language: "Language",
    games: "Games",
    "game-id": "Game",
    open: "Open",
    "no-games": "There are no games yet.",
    more: (shown) => `These are the newest ${shown} games; there are more. Any other opens by its id above.`,
    viewer: "Seen by",
    spectator: "spectator",
    auditor: "auditor (all cards)",
    seat: "seat",
    board: "Board",
    controls: "Replay",
    first: "First event (Home)",
    "turn-back": "Turn before (Shift + ←)",
    back: "Event before (←)",
    play: "Play or stop (Space)",
    on: "Next event (→)",
    "turn-on": "Next turn (Shift + →)",
    last: "Last event, live (End)",
    slider: "Event",
    speed: "Speed",
    follow: "Follow live",
    link: "Link to this version",
    copied: "Link copied",
    picture: "Picture (SVG)",
    standing: "Standing",
    legend: "Legend",
    "in-words": "In words",
    keys: "Keys",
    events: "Events",
    bank: "Bank",
    loading: "Loading …",
    live: "Live",
    over: "Game over",
    away: "The server is away. Waiting for it …",
    position: (at, of) => `${at} of ${of}`,
    state: { running: "running", over: "over", damaged: "damaged" },
    summary: (game) => `turn ${game.turn}, ${game.seats} seats, ${game.version} events`,
    points: "points",
    seats: "seats",
    won: "won",
    "key-list": [
      ["← →", "event before, next event"],
      ["Shift + ← →", "turn before, next turn"],
      ["Home, End", "first event, last event and live"],
      ["Space", "play, stop"],
    ],
  },
  cs: {
    title: "Settlers: záznam hry",
    language: "Jazyk",
    games: "Hry",
    "game-id": "Hra",
    open: "Otevřít",
    "no-games": "Zatím tu není žádná hra.",
    more: (shown) => `Nejnovější hry (${shown}); jsou i starší. Každou z nich otevře její označení nahoře.`,
    viewer: "Pohled",
    spectator: "divák",
    auditor: "auditor (všechny karty)",
    seat: "hráč",
    board: "Plán hry",
    controls: "Přehrávání",
    first: "První událost (Home)",
    "turn-back": "Předchozí tah (Shift + ←)",
    back: "Předchozí událost (←)",
    play: "Přehrát nebo zastavit (mezerník)",
    on: "Další událost (→)",
    "turn-on": "Další tah (Shift + →)",
    last: "Poslední událost, živě (End)",
    slider: "Událost",
    speed: "Rychlost",
    follow: "Sledovat živě",
    link: "Odkaz na tuto verzi",
    copied: "Odkaz zkopírován",
    picture: "Obrázek (SVG)",
    standing: "Stav hry",
    legend: "Vysvětlivky",
    "in-words": "Slovy",
    keys: "Klávesy",
    events: "Události",
    bank: "Bank",
    loading: "Načítá se …",
    live: "Živě",
    over: "Konec hry",
    away: "Server neodpovídá. Čeká se na něj …",
    position: (at, of) => `${at} z ${of}`,
    state: { running: "hraje se", over: "skončila", damaged: "poškozená" },
    summary: (game) => `${game.turn}. tah, hráči: ${game.seats}, události: ${game.version}`,
    points: "body",
    seats: "hráči",
    won: "vítěz",
    "key-list": [
      ["← →", "předchozí událost, další událost"],
      ["Shift + ← →", "předchozí tah, další tah"],
      ["Home, End", "první událost, poslední událost a živě"],
      ["mezerník", "přehrát, zastavit"],
    ],
  },
};

export const LANGUAGES = Object.keys(WORDS);

/** The language to begin with: Czech for who reads Czech or Slovak, English for everybody else. */
export const preferred = () => (/^(cs|sk)\b/.test(navigator.language) ? "cs" : "en");

export const words = (language) => WORDS[language];

/** Puts the words of a language where the page names them. */
export function translate(language) {
  const said = words(language);
  document.documentElement.lang = language;
  document.title = said.title;
  for (const each of document.querySelectorAll("[data-say]")) each.textContent = said[each.dataset.say];
  for (const each of document.querySelectorAll("[data-label]")) {
    each.setAttribute("aria-label", said[each.dataset.label]);
    if (each.localName === "button") each.title = said[each.dataset.label];
  }
}
