import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import settlers.v1.*;

/**
 * A whole client: it folds recorded games, and plays games of its own by what is listed, folding what it is sent.
 *
 * <pre>
 * java Player fold FILE...                                   files that tests/clients/recording.py made
 * java Player play ADDRESS LUCK COMMANDS SCENARIO/SEATS...   on a server
 * </pre>
 *
 * It prints a line for each file or game, and fails at the first view that is not the one that the service gives.
 */
final class Player {
  /** What no event says: part of the view, and field. */
  private static final Map<String, String> DERIVED = Map.of("harbors", "uses", "pyramid", "ways", "march", "protected");

  private final GameServiceGrpc.GameServiceBlockingStub service;
  private final Random luck;
  private final Client client;
  private final Iterator<WatchGameResponse> stream;

  /** A game that all seats play by luck; the client sees it with the eyes of seat 1. */
  private Player(ManagedChannel channel, int luck, String scenario, int seats) {
    this.luck = new Random(luck);
    service = GameServiceGrpc.newBlockingStub(channel);
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) luck);
    var created = service.createGame(CreateGameRequest.newBuilder().setScenario(scenario).setSeats(seats)
        .setSeed(ByteString.copyFrom(seed)).build());
    var viewer = Viewer.newBuilder().setRole(ViewerRole.VIEWER_ROLE_SEAT).setSeat(1).build();
    client = new Client(created.getGameId(), viewer);
    stream = service.watchGame(WatchGameRequest.newBuilder().setGameId(created.getGameId()).setViewer(viewer).build());
    keepUp(created.getVersion());
  }

  /** Folds what comes until a version is reached. */
  private void keepUp(long version) {
    while (client.view.getVersion() < version) stream.next().getEvents().getEventsList().forEach(client::apply);
  }

  private <T> T pick(List<T> row) {
    return row.get(luck.nextInt(row.size()));
  }

  /** Lets a seat that is asked do one of the things that it may do. */
  private void move() throws Exception {
    var prompts = client.view.getTurn().getPromptsList();
    String gameId = client.view.getGameId();
    int seat = pick(prompts.get(prompts.size() - 1).getDemandsList()).getSeat();
    var asked = ListLegalCommandsRequest.newBuilder().setGameId(gameId).setSeat(seat).build();
    var legal = service.listLegalCommands(asked);
    List<Command> commands = new ArrayList<>(legal.getCommandsList());
    for (Choice choice : legal.getChoicesList()) {
      // Offers of trade concern other seats; this client makes none, and only answers them.
      if (choice.getToCount() == 0 && choice.getOffer() == 0) commands.add(fill(choice));
    }
    var request = ExecuteCommandRequest.newBuilder().setGameId(gameId).setSeat(seat).setCommand(pick(commands))
        .setExpectedVersion(client.view.getVersion()).build();
    keepUp(service.executeCommand(request).getVersion());
  }

  /** Holds the folded view against the one that the service gives. */
  private void check() {
    var request = GetGameRequest.newBuilder().setGameId(client.view.getGameId()).setViewer(client.viewer)
        .setVersion(client.view.getVersion()).build();
    compare(client.view.build(), service.getGame(request).getView(), client.view.getGameId());
  }

  /** The least that is within the bounds of a choice. */
  private static Command fill(Choice choice) throws Exception {
    JsonObject body = new JsonObject();
    choice.getNumbersList().forEach(number -> body.addProperty(number.getField(), number.getLeast()));
    for (CardsChoice bounds : choice.getCardsList()) {
      JsonObject bag = new JsonObject();
      int left = bounds.getLeast();
      for (var good : bounds.getEach().getAllFields().entrySet()) {
        int taken = Math.min(left, (int) good.getValue());
        if (taken > 0) bag.addProperty(good.getKey().getName(), taken);
        left -= taken;
      }
      body.add(bounds.getField(), bag);
    }
    JsonObject command = new JsonObject();
    command.add(choice.getCommand().substring(0, 1).toLowerCase() + choice.getCommand().substring(1), body);
    return read(command, Command.newBuilder()).build();
  }

  private static <B extends Message.Builder> B read(Object json, B into) throws Exception {
    JsonFormat.parser().merge(json.toString(), into);
    return into;
  }

  /** Holds a folded view against the service's, part by part, but for what no event tells. */
  private static void compare(GameView folded, GameView shown, String where) {
    for (FieldDescriptor part : GameView.getDescriptor().getFields()) {
      if (part.getJavaType() != FieldDescriptor.JavaType.MESSAGE) continue;
      Message theirs = (Message) shown.getField(part);
      if (DERIVED.containsKey(part.getName())) {
        FieldDescriptor derived = part.getMessageType().findFieldByName(DERIVED.get(part.getName()));
        theirs = theirs.toBuilder().clearField(derived).build();
      }
      if (folded.hasField(part) != shown.hasField(part) || !folded.getField(part).equals(theirs)) {
        String both = "folded\n" + folded.getField(part) + "shown\n" + theirs;
        throw new IllegalStateException(where + ", " + part.getName() + ": " + both);
      }
    }
  }

  /** Folds a recorded game, and holds each view against the recorded one, if there is one; gives how many events. */
  private static long fold(String file) throws Exception {
    var unpacked = new InputStreamReader(new GZIPInputStream(new FileInputStream(file)), StandardCharsets.UTF_8);
    try (BufferedReader lines = new BufferedReader(unpacked)) {
      JsonObject head = JsonParser.parseString(lines.readLine()).getAsJsonObject();
      Client client = new Client("", read(head.get("viewer"), Viewer.newBuilder()).build());
      GameView.Builder shown = GameView.newBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonObject next = JsonParser.parseString(line).getAsJsonObject();
        client.apply(read(next.get("event"), RecordedEvent.newBuilder()).build());
        if (!next.has("view")) continue;
        read(next.get("view"), GameView.newBuilder()).getAllFields().forEach(shown::setField);
        compare(client.view.build(), shown.build(), file + ", version " + client.view.getVersion());
      }
      return client.view.getVersion();
    }
  }

  /** Plays a game, to its end or so many commands; gives what was folded. */
  private static GameView play(ManagedChannel channel, int luck, int commands, String asked) throws Exception {
    String[] game = asked.split("/");
    Context.CancellableContext stop = Context.current().withCancellation();
    return stop.call(() -> {
      Player player = new Player(channel, luck, game[0], Integer.parseInt(game[1]));
      for (int n = 0; n < commands && !player.client.view.getTurn().getOver(); n++) player.move();
      player.check();
      stop.cancel(null);
      return player.client.view.build();
    });
  }

  public static void main(String[] asked) throws Exception {
    if (asked[0].equals("fold")) {
      for (int n = 1; n < asked.length; n++) System.out.println("folded " + fold(asked[n]) + " events of " + asked[n]);
      return;
    }
    ManagedChannel channel = NettyChannelBuilder.forTarget(asked[1]).usePlaintext().build();
    for (int n = 4; n < asked.length; n++) {
      GameView view = play(channel, Integer.parseInt(asked[2]), Integer.parseInt(asked[3]), asked[n]);
      System.out.println("played " + asked[n] + " to version " + view.getVersion() + ", game " + view.getGameId());
    }
    channel.shutdownNow();
  }
}
