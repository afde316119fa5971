// A whole client: it folds recorded games, and plays games of its own by what is listed, folding what it is sent.
//
//     node player.js fold FILE...                                   # files that tests/clients/recording.py made
//     node player.js play ADDRESS LUCK COMMANDS SCENARIO/SEATS...   # on a server
//
// It prints a line for each file or game, and fails at the first view that is not the one that the service gives.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { create, fromJson, isFieldSet, type JsonObject } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { Client, difference } from "./fold.js";
import {
  CommandSchema, GameViewSchema, RecordedEventSchema, ViewerRole, ViewerSchema, type Command, type GameView,
} from "./gen/settlers/v1/game_pb.js";
import { GameService, type WatchGameResponse } from "./gen/settlers/v1/game_service_pb.js";
import type { Choice } from "./gen/settlers/v1/views_pb.js";

function compare(folded: GameView, shown: GameView, where: string): void {
  const parts = difference(folded, shown);
  if (parts.length) throw new Error(`${where}: other than the service's: ${parts}`);
}

/** Fold a recorded game, and hold each view against the recorded one, if there is one; gives how many events. */
function fold(file: string): bigint {
  const text = gunzipSync(readFileSync(file)).toString("utf8");
  const [head, ...lines] = text.trimEnd().split("\n").map((line) => JSON.parse(line));
  const client = new Client("", fromJson(ViewerSchema, head.viewer));
  const shown = create(GameViewSchema);
  for (const { event, view } of lines) {
    client.apply(fromJson(RecordedEventSchema, event));
    if (!view) continue;
    const changed = fromJson(GameViewSchema, view);
    for (const part of GameViewSchema.fields) {
      const name = part.localName as keyof GameView;
      if (part.fieldKind === "message" && isFieldSet(changed, part)) Object.assign(shown, { [name]: changed[name] });
    }
    compare(client.view, shown, `${file}, version ${client.view.version}`);
  }
  return client.view.version;
}

/** A number from 0 to below 1, the same ones for the same luck (mulberry32). */
function randomness(luck: number): () => number {
  return () => {
    luck = (luck + 0x6d2b79f5) | 0;
    let mixed = Math.imul(luck ^ (luck >>> 15), 1 | luck);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The least that is within the bounds of a choice. */
function fill({ command, cards, numbers }: Choice): Command {
  const body: JsonObject = Object.fromEntries(numbers.map(({ field, least }) => [field, least]));
  for (const { field, least, each } of cards) {
    let left = least;
    const bag: JsonObject = {};
    for (const good of ["brick", "lumber", "wool", "grain", "ore", "coin"] as const) {
      const taken = Math.min(left, each![good]);
      if (taken) bag[good] = taken;
      left -= taken;
    }
    body[field] = bag;
  }
  return fromJson(CommandSchema, { [command[0].toLowerCase() + command.slice(1)]: body });
}

/** Let all seats play by luck, seen with the eyes of seat 1, to the end or for so many commands. */
async function play(address: string, luck: number, commands: number, asked: string): Promise<GameView> {
  const [scenario, seats] = asked.split("/");
  const random = randomness(luck);
  const pick = <T>(row: T[]): T => row[Math.floor(random() * row.length)];
  const service = createClient(GameService, createGrpcTransport({ baseUrl: `http://${address}` }));
  const seed = new Uint8Array(32).fill(luck);
  const { gameId, version } = await service.createGame({ scenario, seats: Number(seats), seed });
  const viewer = create(ViewerSchema, { role: ViewerRole.SEAT, seat: 1 });
  const client = new Client(gameId, viewer);
  const { view } = client;
  const stop = new AbortController();
  const stream = service.watchGame({ gameId, viewer }, { signal: stop.signal })[Symbol.asyncIterator]();

  async function keepUp(until: bigint): Promise<void> {
    while (view.version < until) {
      const { value } = await stream.next();
      const { frame }: WatchGameResponse = value;
      if (frame.case === "events") frame.value.events.forEach((event) => client.apply(event));
    }
  }

  await keepUp(version);
  for (let n = 0; n < commands && !view.turn!.over; n++) {
    const { seat } = pick(view.turn!.prompts.at(-1)!.demands);
    const legal = await service.listLegalCommands({ gameId, seat });
    // Offers of trade concern other seats; this client makes none, and only answers them.
    const free = legal.choices.filter(({ to, offer }) => !to.length && !offer).map(fill);
    const command = pick([...legal.commands, ...free]);
    const played = await service.executeCommand({ gameId, seat, command, expectedVersion: view.version });
    await keepUp(played.version);
  }
  const { view: shown } = await service.getGame({ gameId, viewer, version: view.version });
  compare(view, shown!, gameId);
  stop.abort();
  return view;
}

const [what, ...rest] = process.argv.slice(2);
if (what === "fold") {
  for (const file of rest) console.log(`folded ${fold(file)} events of ${file}`);
} else {
  const [address, luck, commands, ...games] = rest;
  for (const game of games) {
    const view = await play(address, Number(luck), Number(commands), game);
    console.log(`played ${game} to version ${view.version}, game ${view.gameId}`);
  }
}
process.exit(0);
