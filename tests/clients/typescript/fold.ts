// A client that keeps a game by its events alone, as proto/FOLDING.md says: it knows the contract, but no rule.
//
//     const client = new Client(gameId, viewer);
//     for (const recorded of events) client.apply(recorded);
//     client.view; // the same GameView that the service gives this viewer at that version, but for DERIVED

import { clone, create, equals, isFieldSet } from "@bufbuild/protobuf";
import { ChipHandSchema, MarchEvent } from "./gen/settlers/v1/alexander_pb.js";
import { Terrain, type Plan } from "./gen/settlers/v1/board_pb.js";
import { DevelopmentCardsSchema, ResourcesSchema, type DevelopmentCards } from "./gen/settlers/v1/cards_pb.js";
import type { HandShown } from "./gen/settlers/v1/classic_pb.js";
import {
  GameViewSchema, ViewerRole, type Event, type GameView, type RecordedEvent, type Viewer,
} from "./gen/settlers/v1/game_pb.js";
import { ShipViewSchema } from "./gen/settlers/v1/sea_pb.js";
import {
  BoardViewSchema, BuildingViewSchema, CauseViewSchema, CounterSchema, DevelopmentHandViewSchema, HandViewSchema,
  HexViewSchema, IntersectionViewSchema, OfferSchema, PathViewSchema, RoadViewSchema, ScoreViewSchema, TableViewSchema,
} from "./gen/settlers/v1/views_pb.js";
import { lattice } from "./lattice.js";

type Part = Exclude<keyof GameView, "$typeName" | "$unknown" | "gameId" | "version">;
type Known = Exclude<Event["event"], { case: undefined }>;
/** What is done with each event: one that is left out does not compile. */
type Folds = { [K in Known as K["case"]]: (event: K["value"]) => void };
type Bag = { [K in (typeof RESOURCES)[number]]: number } & { coin?: number };

const RESOURCES = ["brick", "lumber", "wool", "grain", "ore"] as const;
const DEVELOPMENT_CARDS = ["knight", "victoryPoint", "roadBuilding", "yearOfPlenty", "monopoly"] as const;
const ADVISORS = ["first", "second", "third"] as const;
const ALWAYS: Part[] = [
  "table", "board", "turn", "scores", "hands", "buildings", "roads", "robber", "trading", "development",
];
const PLAYED_WITH: Record<string, Part[]> = {
  classic: ["routes", "army"],
  cheops: ["army", "ships", "coins", "harbors", "pyramid", "favor"],
  alexander: ["routes", "army", "coins", "march", "bidding", "chips", "supply", "advisors"],
  "great-race": ["ships", "unknown"],
};
const BY_OPTION: Record<string, Part> = { largest_army: "army" };

/** An event that this client does not know: it must stop, not skip. */
export class Unknown extends Error {}

/** One viewer's copy of a game. */
export class Client {
  readonly view: GameView;
  private readonly viewer: Viewer;
  private plan?: Plan;
  private shown: HandShown[] = [];

  constructor(gameId: string, viewer: Viewer) {
    this.view = create(GameViewSchema, { gameId });
    this.viewer = viewer;
  }

  /** Fold the next event. */
  apply(recorded: RecordedEvent): void {
    if (recorded.version !== this.view.version + 1n) throw new Error("an event is missing");
    this.view.version = recorded.version;
    const known = recorded.event?.event;
    if (known?.case === undefined) throw new Unknown(`version ${recorded.version}`);
    (this.folds[known.case] as (event: Known["value"]) => void)(known.value);
  }

  private sees(seat: number): boolean {
    return this.viewer.role === ViewerRole.AUDITOR || this.viewer.seat === seat;
  }

  private hand = (seat: number) => this.view.hands!.hands[seat - 1];
  private development = (seat: number) => this.view.development!.hands[seat - 1];

  private coins(seat: number, coins: number): void {
    if (coins) this.view.coins!.coins[seat - 1] += coins;
  }

  /** A seat gets cards and coins, or (sign -1) gives them. */
  private change(seat: number, cards: Bag, sign: number): void {
    this.coins(seat, sign * (cards.coin ?? 0));
    const hand = this.hand(seat);
    hand.count += sign * total(cards, RESOURCES);
    add(hand.cards, cards, sign, RESOURCES);
  }

  private fromBank(seat: number, cards: Bag = NO_CARDS, sign = 1): void {
    this.change(seat, cards, sign);
    add(this.view.hands!.bank, cards, -sign, RESOURCES);
  }

  private passOn(giver: number, taker: number, cards: Bag = NO_CARDS): void {
    this.change(giver, cards, -1);
    this.change(taker, cards, 1);
  }

  /** One card goes from hand to hand; which, some viewers may not see. */
  private takeOne(taker: number, giver: number, resource?: number): void {
    if (resource) return this.passOn(giver, taker, create(ResourcesSchema, { [RESOURCES[resource - 1]]: 1 }));
    this.hand(giver).count -= 1;
    this.hand(taker).count += 1;
  }

  private noOffer(): void {
    this.view.trading!.offer = undefined;
  }

  private noAnswer(seat: number): void {
    const offer = this.view.trading!.offer!;
    offer.accepted = offer.accepted.filter((each) => each !== seat);
    offer.counters = offer.counters.filter((each) => each.seat !== seat);
  }

  private lookAhead(): void {
    const march = this.view.march!;
    const { intersections, stops } = this.view.board!.route!;
    march.next = march.arrow < stops.length ? intersections[march.arrow + 1] : undefined;
    march.chipsLeft = stops.slice(march.arrow).filter((stop) => stop === "chip").length;
  }

  private awaitEvent(event?: MarchEvent): void {
    this.view.march!.event = this.view.bidding!.event = event;
  }

  private noBids(open: boolean): void {
    Object.assign(this.view.bidding!, { open, highest: 0, bidder: 0, passed: [] });
  }

  private readonly folds: Folds = {
    // The table
    gameCreated: (event) => {
      const { scenario, options, seats, players, commitment, seedChosen } = event;
      const { name, source, seaFrame, marks, route } = (this.plan = event.board!);
      const brought = options.flatMap((key) => BY_OPTION[key] ?? []);
      if (!(scenario in PLAYED_WITH)) throw new Unknown(scenario);
      const parts = [...ALWAYS, ...PLAYED_WITH[scenario], ...brought].map((part) => [part, {}]);
      const all = Array.from({ length: seats }, (_, n) => n + 1);
      const { gameId, version } = this.view;
      const view = Object.assign(this.view, create(GameViewSchema, Object.fromEntries(parts)), { gameId, version });
      const nonces = all.map(() => new Uint8Array());
      view.table = create(TableViewSchema, { scenario, options, seats, players, commitment, seedChosen, nonces });
      view.board = create(BoardViewSchema, { name, source, seaFrame, marks, route });
      view.scores!.scores = all.map((seat) => create(ScoreViewSchema, { seat }));
      view.hands!.bank = create(ResourcesSchema);
      view.hands!.hands = all.map((seat) => create(HandViewSchema, { seat, cards: this.sees(seat) ? {} : undefined }));
      view.development!.hands = all.map((seat) =>
        create(DevelopmentHandViewSchema, { seat, played: {}, cards: this.sees(seat) ? {} : undefined }));
      if (view.routes) view.routes.lengths = all.map(() => 0);
      if (view.coins) view.coins.coins = all.map(() => 0);
      if (view.pyramid) view.pyramid.left = all.map(() => 0);
      if (view.chips) view.chips.hands = all.map((seat) => create(ChipHandSchema, { seat }));
    },
    nonceGiven: ({ seat, nonce }) => void (this.view.table!.nonces[seat - 1] = nonce),
    boardLaid: ({ tiles, harbors, seaFrame, robber }) => {
      const { intersections, paths } = lattice(tiles);
      Object.assign(this.view.board!, {
        seaFrame,
        harbors,
        hexes: tiles.map(({ x, y, terrain, number, region }, hex) =>
          create(HexViewSchema, { hex, x, y, terrain, number, region })),
        intersections: intersections.map(([x, y], n) => create(IntersectionViewSchema, { intersection: n, x, y })),
        paths: paths.map(([a, b], path) => create(PathViewSchema, { path, a, b })),
      });
      this.view.robber!.hex = robber;
      if (this.view.march) this.lookAhead();
      if (this.view.unknown) {
        const { hiddenTerrains, hiddenNumbers } = this.plan!;
        this.view.unknown.hexes = hiddenTerrains.length;
        this.view.unknown.terrains = [...hiddenTerrains].sort((a, b) => (Terrain[a] < Terrain[b] ? -1 : 1));
        this.view.unknown.numbers = [...hiddenNumbers].sort((a, b) => a - b);
      }
    },
    promptsChanged: ({ phase, prompts }) => {
      Object.assign(this.view.turn!, { phase, prompts });
      const bid = prompts.filter(({ kind }) => kind === "bid").flatMap(({ demands }) => demands);
      if (this.view.bidding) this.view.bidding.seat = bid[0]?.seat ?? 0;
    },
    pointsChanged: ({ seat, cause, points, total }) => {
      const score = this.view.scores!.scores[seat - 1];
      score.total = total;
      const found = score.causes.find((each) => each.cause === cause);
      if (found) found.points = points;
      else score.causes.push(create(CauseViewSchema, { cause, points }));
    },
    gameEnded: ({ winners }) => {
      Object.assign(this.view.turn!, { prompts: [], over: true, winners });
      this.noOffer();
    },
    seedRevealed: () => {},
    handShown: (event) => {
      if (this.shown.push(event) < this.view.table!.seats) return;
      for (const { seat, cards, developmentCards } of this.shown) {
        this.hand(seat).cards = cards;
        this.development(seat).cards = developmentCards;
      }
    },

    // Turns and resource cards
    suppliesLaidOut: ({ bank, developmentDeck }) => {
      this.view.hands!.bank = bank && clone(ResourcesSchema, bank);
      this.view.development!.deck = total(developmentDeck!, DEVELOPMENT_CARDS);
    },
    turnStarted: ({ seat, turn }) => void Object.assign(this.view.turn!, { seat, turn, dice: [] }),
    turnEnded: () => {},
    diceRolled: ({ dice }) => void (this.view.turn!.dice = dice),
    resourcesProduced: ({ gains }) => gains.forEach(({ seat, cards }) => this.fromBank(seat, cards)),
    resourcesReceived: ({ seat, cards }) => this.fromBank(seat, cards),
    resourcesPaid: ({ seat, cards }) => this.fromBank(seat, cards, -1),
    resourcesDiscarded: ({ seat, cards }) => this.fromBank(seat, cards, -1),
    resourcesHandedOver: ({ giver, taker, cards }) => this.passOn(giver, taker, cards),
    bankTradeMade: ({ seat, given, taken }) => {
      this.fromBank(seat, given, -1);
      this.fromBank(seat, taken);
    },
    cardStolen: ({ thief, victim, resource }) => this.takeOne(thief, victim, resource),

    // Pieces
    robberMoved: ({ hex }) => void (this.view.robber!.hex = hex),
    roadBuilt: ({ seat, path }) => put(this.view.roads!.roads, create(RoadViewSchema, { seat, path }), "path"),
    shipBuilt: ({ seat, path }) => put(this.view.ships!.ships, create(ShipViewSchema, { seat, path }), "path"),
    shipMoved: ({ seat, origin, path }) => {
      takeOut(this.view.ships!.ships, (ship) => ship.seat === seat && ship.path === origin);
      put(this.view.ships!.ships, create(ShipViewSchema, { seat, path }), "path");
    },
    settlementBuilt: ({ seat, intersection }) =>
      put(this.view.buildings!.settlements, create(BuildingViewSchema, { seat, intersection }), "intersection"),
    cityBuilt: ({ seat, intersection }) => {
      takeOut(this.view.buildings!.settlements, (each) => each.intersection === intersection);
      put(this.view.buildings!.cities, create(BuildingViewSchema, { seat, intersection }), "intersection");
    },
    routeChanged: ({ seat, length }) => void (this.view.routes!.lengths[seat - 1] = length),
    longestRouteAwarded: ({ seat }) => void (this.view.routes!.owner = seat),
    largestArmyAwarded: ({ seat }) => void (this.view.army!.owner = seat),

    // Development cards
    developmentCardBought: ({ seat, card }) => {
      this.view.development!.deck -= 1;
      this.development(seat).count += 1;
      if (card) add(this.development(seat).cards, oneCard(card), 1, DEVELOPMENT_CARDS);
    },
    developmentCardPlayed: ({ seat, card }) => {
      const hand = this.development(seat);
      hand.count -= 1;
      add(hand.played, oneCard(card), 1, DEVELOPMENT_CARDS);
      add(hand.cards, oneCard(card), -1, DEVELOPMENT_CARDS);
    },
    monopolyDeclared: () => {},

    // Trade
    tradeOffered: ({ offer: number, seat, give, take, to }) =>
      void (this.view.trading!.offer = create(OfferSchema, { number, seat, give, take, to })),
    tradeAccepted: ({ seat }) => {
      this.noAnswer(seat);
      this.view.trading!.offer!.accepted.push(seat);
    },
    tradeDeclined: ({ seat }) => this.noAnswer(seat),
    tradeAnswerFell: ({ seat }) => this.noAnswer(seat),
    tradeCountered: ({ counter: number, seat, give, take }) => {
      this.noAnswer(seat);
      this.view.trading!.offer!.counters.push(create(CounterSchema, { number, seat, give, take }));
    },
    tradeMade: ({ seat, partner, given, taken }) => {
      this.passOn(seat, partner, given);
      this.passOn(partner, seat, taken);
      this.noOffer();
    },
    tradeWithdrawn: () => this.noOffer(),
    tradeFell: () => this.noOffer(),

    // Coins, and the pyramid
    coinsReceived: ({ seat, coins }) => this.coins(seat, coins),
    coinsProduced: ({ gains }) => gains.forEach(({ seat, coins }) => this.coins(seat, coins)),
    feePaid: ({ seat, owner, coins }) => {
      this.coins(seat, -coins);
      this.coins(owner, coins);
    },
    pyramidLaidOut: ({ levels, blocks, pharaohBlocks: pharaohLeft }) => {
      const left = this.view.pyramid!.left.map(() => blocks);
      Object.assign(this.view.pyramid!, { levels, left, pharaohLeft });
    },
    pyramidBegun: () => void (this.view.pyramid!.begun = true),
    pyramidBlockPlaced: ({ seat }) => {
      const pyramid = this.view.pyramid!;
      pyramid.blocks.push(seat);
      if (seat) pyramid.left[seat - 1] -= 1;
      else pyramid.pharaohLeft -= 1;
    },
    blessingGiven: ({ seat }) => void (this.view.favor!.blessed = seat),
    curseLaid: ({ seat }) => void (this.view.favor!.cursed = [...this.view.favor!.cursed, seat].sort((a, b) => a - b)),
    curseLifted: ({ seat }) => takeOut(this.view.favor!.cursed, (each) => each === seat),

    // Alexander's march
    supplyStackLaidOut: ({ cards }) => void (this.view.supply!.left = total(cards!, RESOURCES)),
    supplyCardsDrawn: ({ seat, count, cards }) => {
      this.view.supply!.left -= count;
      this.hand(seat).count += count;
      if (cards) add(this.hand(seat).cards, cards, 1, RESOURCES);
    },
    supplyEnded: ({ cards }) => {
      this.view.supply!.left = 0;
      if (cards) add(this.view.hands!.bank, cards, 1, RESOURCES);
    },
    alexanderMoved: ({ arrow }) => {
      this.view.march!.arrow = arrow;
      this.lookAhead();
      if (this.view.board!.route!.stops[arrow - 1] === "temple") this.awaitEvent(MarchEvent.SETTLEMENT);
    },
    eventChipRevealed: ({ chip, knights }) => {
      this.awaitEvent(chip);
      this.view.bidding!.knights = knights;
    },
    eventResolved: () => {
      this.awaitEvent();
      this.view.bidding!.knights = [];
    },
    templeForgone: () => {},
    biddingOpened: () => this.noBids(true),
    bidMade: ({ seat: bidder, amount: highest }) => void Object.assign(this.view.bidding!, { highest, bidder }),
    bidPassed: ({ seat }) => void this.view.bidding!.passed.push(seat),
    biddingEnded: () => void (this.view.bidding!.open = false),
    bidDefaulted: () => this.noBids(false),
    bidPaid: ({ seat, cards, knights }) => {
      this.fromBank(seat, cards, -1);
      this.development(seat).played!.knight -= knights;
      this.view.development!.deck += knights;
    },
    eventChipWon: ({ seat, chip }) => {
      const name = MarchEvent[chip].toLowerCase() as "famine" | "bridge" | "battle" | "statue";
      this.view.chips!.hands[seat - 1][name] += 1;
    },
    advisorCardTaken: ({ seat, advisor, loser, given }) => {
      if (given) this.view.advisors![ADVISORS[given - 1]] = loser;
      this.view.advisors![ADVISORS[advisor - 1]] = seat;
    },

    // The Great Race
    hexRevealed: ({ hex, terrain, number }) => {
      const unknown = this.view.unknown!;
      Object.assign(this.view.board!.hexes[hex], { terrain, number });
      unknown.hexes -= 1;
      takeOut(unknown.terrains, (each) => each === terrain);
      if (number) takeOut(unknown.numbers, (each) => each === number);
    },
    landingCardDrawn: ({ seat, owner, resource }) => this.takeOne(owner, seat, resource),
  };
}

const NO_CARDS = create(ResourcesSchema);

type Counts<K extends string> = Record<K, number>;

function total<K extends string>(bag: Counts<K>, names: readonly K[]): number {
  return names.reduce((sum, name) => sum + bag[name], 0);
}

/** Put cards into a bag, or take them out; a bag that the viewer may not see stays absent. */
function add<K extends string>(bag: Counts<K> | undefined, more: Counts<K>, sign: number, names: readonly K[]): void {
  if (bag) for (const name of names) bag[name] += sign * more[name];
}

function oneCard(card: number): DevelopmentCards {
  return create(DevelopmentCardsSchema, { [DEVELOPMENT_CARDS[card - 1]]: 1 });
}

/** Put a piece into a row that lists them seat by seat, place by place. */
function put<K extends string, T extends { seat: number } & Record<K, number>>(row: T[], piece: T, place: K): void {
  row.push(piece);
  row.sort((a, b) => a.seat - b.seat || a[place] - b[place]);
}

function takeOut<T>(row: T[], is: (each: T) => boolean): void {
  row.splice(row.findIndex(is), 1);
}

/** Hold a folded view against the service's, but for what no event tells: the parts that differ. */
export function difference(folded: GameView, shown: GameView): string[] {
  const bare = { ...shown };
  if (bare.harbors) bare.harbors = { ...bare.harbors, uses: [] };
  if (bare.pyramid) bare.pyramid = { ...bare.pyramid, ways: [] };
  if (bare.march) bare.march = { ...bare.march, protected: [] };
  const parts = GameViewSchema.fields.filter((field) => field.fieldKind === "message");
  return parts
    .filter((field) => {
      const part = (view: GameView) => (isFieldSet(view, field) ? view[field.localName as Part] : undefined);
      const [mine, theirs] = [part(folded), part(bare)];
      return mine && theirs ? mine !== theirs && !equals(field.message!, mine, theirs) : mine !== theirs;
    })
    .map((field) => field.name);
}
