// What the page asks the gateway, at addresses relative to its own, so that it works behind any proxy.

const PAUSE = 1000;

/** Something that the gateway refused; the message is for people, in the language that was asked for. */
export class Refused extends Error {}

const query = (fields) => new URLSearchParams(Object.entries(fields).filter(([, value]) => value));

export const address = (game, what, fields) => `games/${encodeURIComponent(game)}/${what}?${query(fields)}`;

/** Fetches JSON, and waits for a server that is away, of which `told` hears, until the signal says otherwise. */
export async function ask(url, { signal, told = () => {} } = {}) {
  for (let away = false; ; away = true) {
    let response, answer;
    try {
      response = await fetch(url, { signal });
      answer = await response.json();
    } catch {
      // Cut off, or the word of something in between: nobody is there for now.
      signal?.throwIfAborted();
    }
    if (answer && response.status !== 503 && response.status !== 429) {
      if (!response.ok) throw new Refused(answer.message);
      if (away) told(false);
      return answer;
    }
    told(true);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    signal?.throwIfAborted();
  }
}

/** Listens to a game. The browser itself comes back after a cut, and says after which version. */
export class Live {
  #source;
  #again;

  constructor(heard) {
    this.heard = heard;
  }

  open(game, fields, after) {
    this.close();
    const source = new EventSource(address(game, "live", { ...fields, after: String(after) }));
    this.#source = source;
    source.addEventListener("told", (message) => this.heard.event(JSON.parse(message.data)));
    source.addEventListener("caught-up", () => this.heard.away(false));
    source.addEventListener("away", () => this.heard.away(true));
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      this.heard.away(true);
      // After some errors a browser does not come back by itself.
      if (source.readyState === EventSource.CLOSED) this.#again = setTimeout(() => this.heard.lost(), PAUSE);
    });
  }

  close() {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = undefined;
  }
}
