import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import settlers.v1.*;

/** How a client keeps the parts of a view: what the folding of an event is made of. */
abstract class Parts {
  private static final List<String> ALWAYS =
      List.of("table", "board", "turn", "scores", "hands", "buildings", "roads", "robber", "trading", "development");
  private static final Map<String, List<String>> PLAYED_WITH = Map.of(
      "classic", List.of("routes", "army"),
      "cheops", List.of("army", "ships", "coins", "harbors", "pyramid", "favor"),
      "alexander", List.of("routes", "army", "coins", "march", "bidding", "chips", "supply", "advisors"),
      "great-race", List.of("ships", "unknown"));
  private static final Map<String, String> BY_OPTION = Map.of("largest_army", "army");

  /** An event that this client does not know: it must stop, not skip. */
  static final class Unknown extends RuntimeException {
    Unknown(String what) {
      super(what);
    }
  }

  final GameView.Builder view = GameView.newBuilder();
  final Viewer viewer;
  final List<HandShown> shown = new ArrayList<>();
  private Plan plan;

  Parts(String gameId, Viewer viewer) {
    view.setGameId(gameId);
    this.viewer = viewer;
  }

  void create(GameCreated e) {
    if (!PLAYED_WITH.containsKey(e.getScenario())) throw new Unknown(e.getScenario());
    plan = e.getBoard();
    List<String> parts = new ArrayList<>(ALWAYS);
    parts.addAll(PLAYED_WITH.get(e.getScenario()));
    e.getOptionsList().stream().filter(BY_OPTION::containsKey).map(BY_OPTION::get).forEach(parts::add);
    for (String part : parts) {
      FieldDescriptor field = GameView.getDescriptor().findFieldByName(part);
      view.setField(field, view.newBuilderForField(field).build());
    }
    view.getTableBuilder().setScenario(e.getScenario()).addAllOptions(e.getOptionsList()).setSeats(e.getSeats())
        .addAllPlayers(e.getPlayersList()).setCommitment(e.getCommitment()).setSeedChosen(e.getSeedChosen());
    view.getBoardBuilder().setName(plan.getName()).setSource(plan.getSource()).setSeaFrame(plan.getSeaFrame())
        .addAllMarks(plan.getMarksList());
    if (plan.hasRoute()) view.getBoardBuilder().setRoute(plan.getRoute());
    view.getHandsBuilder().setBank(Resources.getDefaultInstance());
    for (int seat = 1; seat <= e.getSeats(); seat++) {
      var hand = HandView.newBuilder().setSeat(seat);
      var development = DevelopmentHandView.newBuilder().setSeat(seat).setPlayed(DevelopmentCards.getDefaultInstance());
      if (viewer.getRole() == ViewerRole.VIEWER_ROLE_AUDITOR || viewer.getSeat() == seat) {
        hand.setCards(Resources.getDefaultInstance());
        development.setCards(DevelopmentCards.getDefaultInstance());
      }
      view.getTableBuilder().addNonces(com.google.protobuf.ByteString.EMPTY);
      view.getScoresBuilder().addScores(ScoreView.newBuilder().setSeat(seat));
      view.getHandsBuilder().addHands(hand);
      view.getDevelopmentBuilder().addHands(development);
      if (view.hasChips()) view.getChipsBuilder().addHands(ChipHand.newBuilder().setSeat(seat));
      if (view.hasRoutes()) view.getRoutesBuilder().addLengths(0);
      if (view.hasCoins()) view.getCoinsBuilder().addCoins(0);
      if (view.hasPyramid()) view.getPyramidBuilder().addLeft(0);
    }
  }

  void layBoard(BoardLaid e) {
    var board = view.getBoardBuilder().setSeaFrame(e.getSeaFrame()).addAllHarbors(e.getHarborsList());
    var lattice = new Lattice(e.getTilesList());
    for (HexTile tile : e.getTilesList()) {
      board.addHexes(HexView.newBuilder().setHex(board.getHexesCount()).setX(tile.getX()).setY(tile.getY())
          .setTerrain(tile.getTerrain()).setNumber(tile.getNumber()).setRegion(tile.getRegion()));
    }
    for (Lattice.Pair place : lattice.intersections) {
      int number = board.getIntersectionsCount();
      board.addIntersections(IntersectionView.newBuilder().setIntersection(number).setX(place.a()).setY(place.b()));
    }
    for (Lattice.Pair ends : lattice.paths) {
      board.addPaths(PathView.newBuilder().setPath(board.getPathsCount()).setA(ends.a()).setB(ends.b()));
    }
    if (e.hasRobber()) view.getRobberBuilder().setHex(e.getRobber());
    if (view.hasMarch()) lookAhead();
    if (view.hasUnknown()) {
      view.getUnknownBuilder().setHexes(plan.getHiddenTerrainsCount())
          .addAllTerrains(plan.getHiddenTerrainsList().stream().sorted(Comparator.comparing(Terrain::name)).toList())
          .addAllNumbers(plan.getHiddenNumbersList().stream().sorted().toList());
    }
  }

  void score(PointsChanged e) {
    var score = view.getScoresBuilder().getScoresBuilder(e.getSeat() - 1).setTotal(e.getTotal());
    for (var cause : score.getCausesBuilderList()) {
      if (cause.getCause().equals(e.getCause())) {
        cause.setPoints(e.getPoints());
        return;
      }
    }
    score.addCauses(CauseView.newBuilder().setCause(e.getCause()).setPoints(e.getPoints()));
  }

  HandView.Builder hand(int seat) {
    return view.getHandsBuilder().getHandsBuilder(seat - 1);
  }

  DevelopmentHandView.Builder development(int seat) {
    return view.getDevelopmentBuilder().getHandsBuilder(seat - 1);
  }

  void coins(int seat, int coins) {
    if (coins != 0) view.getCoinsBuilder().setCoins(seat - 1, view.getCoins().getCoins(seat - 1) + coins);
  }

  /** A seat gets cards and coins, or (sign -1) gives them. */
  void change(int seat, MessageOrBuilder cards, int sign) {
    var hand = hand(seat);
    hand.setCount(hand.getCount() + sign * total(cards));
    if (cards instanceof Goods goods) coins(seat, sign * goods.getCoin());
    if (hand.hasCards()) add(hand.getCardsBuilder(), cards, sign);
  }

  void fromBank(int seat, MessageOrBuilder cards, int sign) {
    change(seat, cards, sign);
    add(view.getHandsBuilder().getBankBuilder(), cards, -sign);
  }

  void passOn(int giver, int taker, MessageOrBuilder cards) {
    change(giver, cards, -1);
    change(taker, cards, 1);
  }

  /** One card goes from hand to hand; which, some viewers may not see. */
  void takeOne(int taker, int giver, Resource resource) {
    if (resource != Resource.RESOURCE_UNSPECIFIED) {
      var one = Resources.newBuilder();
      count(one, resource.getNumber(), 1);
      passOn(giver, taker, one);
      return;
    }
    hand(giver).setCount(hand(giver).getCount() - 1);
    hand(taker).setCount(hand(taker).getCount() + 1);
  }

  /** Puts cards into a bag, or takes them out; coins lie elsewhere. */
  static void add(Message.Builder into, MessageOrBuilder more, int sign) {
    more.getAllFields().forEach((field, n) -> {
      if (!field.getName().equals("coin")) count(into, field.getNumber(), sign * (int) n);
    });
  }

  /** Changes how many there are of a kind: its number in the enum is that of its field. */
  static void count(Message.Builder cards, int kind, int by) {
    set(cards, kind, (int) cards.getField(cards.getDescriptorForType().findFieldByNumber(kind)) + by);
  }

  static void set(Message.Builder message, int field, int value) {
    message.setField(message.getDescriptorForType().findFieldByNumber(field), value);
  }

  static int total(MessageOrBuilder cards) {
    return cards.getAllFields().entrySet().stream().filter(each -> !each.getKey().getName().equals("coin"))
        .mapToInt(each -> (int) each.getValue()).sum();
  }

  List<Integer> eachSeat(java.util.function.IntUnaryOperator value) {
    return java.util.stream.IntStream.rangeClosed(1, view.getTable().getSeats()).map(value).boxed().toList();
  }

  static <T> List<T> with(List<T> row, T one) {
    return Stream.concat(row.stream(), Stream.of(one)).collect(Collectors.toList());
  }

  static <T> List<T> withoutOne(List<T> row, T one) {
    List<T> rest = new ArrayList<>(row);
    rest.remove(one);
    return rest;
  }

  static <T> List<T> sorted(
      List<T> row, java.util.function.ToIntFunction<T> seat, java.util.function.ToIntFunction<T> place) {
    return row.stream().sorted(Comparator.comparingInt(seat).thenComparingInt(place)).toList();
  }

  static List<BuildingView> inOrder(List<BuildingView> row) {
    return sorted(row, BuildingView::getSeat, BuildingView::getIntersection);
  }

  static BuildingView building(int seat, int intersection) {
    return BuildingView.newBuilder().setSeat(seat).setIntersection(intersection).build();
  }

  static ShipView ship(int seat, int path) {
    return ShipView.newBuilder().setSeat(seat).setPath(path).build();
  }

  void setShips(List<ShipView> row) {
    view.getShipsBuilder().clearShips().addAllShips(sorted(row, ShipView::getSeat, ShipView::getPath));
  }

  void noOffer() {
    view.getTradingBuilder().clearOffer();
  }

  Offer.Builder noAnswer(int seat) {
    var offer = view.getTradingBuilder().getOfferBuilder();
    var accepted = offer.getAcceptedList().stream().filter(each -> each != seat).toList();
    var counters = offer.getCountersList().stream().filter(each -> each.getSeat() != seat).toList();
    return offer.clearAccepted().addAllAccepted(accepted).clearCounters().addAllCounters(counters);
  }

  void lookAhead() {
    var march = view.getMarchBuilder().clearNext();
    var route = view.getBoard().getRoute();
    int arrow = march.getArrow();
    if (arrow < route.getStopsCount()) march.setNext(route.getIntersections(arrow + 1));
    march.setChipsLeft((int) route.getStopsList().stream().skip(arrow).filter("chip"::equals).count());
  }

  void awaitEvent(MarchEvent kind) {
    view.getMarchBuilder().setEvent(kind);
    view.getBiddingBuilder().setEvent(kind);
  }

  void turnUp(HexRevealed e) {
    view.getBoardBuilder().getHexesBuilder(e.getHex()).setTerrain(e.getTerrain()).setNumber(e.getNumber());
    var unknown = view.getUnknownBuilder();
    var terrains = withoutOne(unknown.getTerrainsList(), e.getTerrain());
    var numbers = withoutOne(unknown.getNumbersList(), (Integer) e.getNumber());
    unknown.setHexes(unknown.getHexes() - 1);
    unknown.clearTerrains().addAllTerrains(terrains).clearNumbers().addAllNumbers(numbers);
  }
}
