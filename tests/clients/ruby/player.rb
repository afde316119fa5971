# A whole client: it folds recorded games, and plays games of its own by what is listed, folding what it is sent.
#
#     ruby player.rb fold FILE...                                   # files that tests/clients/recording.py made
#     ruby player.rb play ADDRESS LUCK COMMANDS SCENARIO/SEATS...   # on a server
#
# It prints a line for each file or game, and fails at the first view that is not the one that the service gives.

require 'json'
require 'zlib'
require 'grpc'
require 'settlers/v1/game_service_services_pb'
require_relative 'fold'

PARTS = S::GameView.descriptor.select { |field| field.type == :message }.map(&:name)
GOODS = %w[brick lumber wool grain ore coin].freeze

# Hold a folded view against the service's, part by part, but for what no event tells.
def compare(folded, shown, where)
  PARTS.each do |part|
    theirs = shown[part]
    theirs = theirs.dup.tap { |bare| bare[Client::DERIVED[part]].clear } if theirs && Client::DERIVED.key?(part)
    raise "#{where}, #{part}: folded\n#{folded[part]}\nshown\n#{theirs}" unless folded[part] == theirs
  end
end

# Fold a recorded game, and hold each view against the recorded one, where there is one; gives the number of events.
def fold(file)
  head, *lines = Zlib::GzipReader.open(file, external_encoding: 'UTF-8', &:readlines).map { |line| JSON.parse(line) }
  client = Client.new('', S::Viewer.decode_json(head['viewer'].to_json))
  shown = S::GameView.new
  lines.each do |line|
    client.apply(S::RecordedEvent.decode_json(line['event'].to_json))
    next unless line['view']

    changed = S::GameView.decode_json(line['view'].to_json)
    PARTS.each { |part| shown[part] = changed[part] if changed[part] }
    compare(client.view, shown, "#{file}, version #{client.view.version}")
  end
  client.view.version
end

# The least that is within the bounds of a choice.
def fill(choice)
  body = choice.numbers.to_h { |number| [number.field, number.least] }
  choice.cards.each do |bounds|
    left = bounds.least
    taken = GOODS.to_h { |good| [good, [left, bounds.each[good]].min.tap { |n| left -= n }] }
    body[bounds.field] = taken.reject { |_, n| n.zero? }
  end
  S::Command.decode_json({ choice.command[0].downcase + choice.command[1..] => body }.to_json)
end

# A game that all seats play by luck; the client sees it with the eyes of seat 1.
class Game
  def initialize(address, luck, scenario, seats)
    @luck = Random.new(luck)
    @service = S::GameService::Stub.new(address, :this_channel_is_insecure)
    created = @service.create_game(
      S::CreateGameRequest.new(scenario: scenario, seats: seats, seed: [luck].pack('C') * 32)
    )
    @game = { game_id: created.game_id }
    @seen = { **@game, viewer: S::Viewer.new(role: :VIEWER_ROLE_SEAT, seat: 1) }
    @client = Client.new(created.game_id, @seen[:viewer])
    @stream = @service.watch_game(S::WatchGameRequest.new(**@seen))
    keep_up(created.version)
  end

  def view
    @client.view
  end

  # Fold what comes until a version is reached.
  def keep_up(version)
    @stream.next.events&.events&.each { |event| @client.apply(event) } while view.version < version
  end

  # Let a seat that is asked do one of the things that it may do.
  def move
    seat = view.turn.prompts[-1].demands.to_a.sample(random: @luck).seat
    legal = @service.list_legal_commands(S::ListLegalCommandsRequest.new(**@game, seat: seat))
    # Offers of trade concern other seats; this client makes none, and only answers them.
    free = legal.choices.select { |choice| choice.to.empty? && choice.offer.zero? }.map { |choice| fill(choice) }
    command = [*legal.commands, *free].sample(random: @luck)
    request = S::ExecuteCommandRequest.new(**@game, seat: seat, command: command, expected_version: view.version)
    keep_up(@service.execute_command(request).version)
  end

  # Hold the folded view against the one that the service gives.
  def check
    shown = @service.get_game(S::GetGameRequest.new(**@seen, version: view.version)).view
    compare(view, shown, view.game_id)
  end
end

# Play a game, to its end or so many commands.
def play(address, luck, commands, asked)
  scenario, seats = asked.split('/')
  game = Game.new(address, luck, scenario, seats.to_i)
  commands.times { game.move unless game.view.turn.over }
  game.check
  game.view
end

what, *rest = ARGV
case what
when 'fold'
  rest.each { |file| puts "folded #{fold(file)} events of #{file}" }
when 'play'
  address, luck, commands, *games = rest
  games.each do |asked|
    view = play(address, luck.to_i, commands.to_i, asked)
    puts "played #{asked} to version #{view.version}, game #{view.game_id}"
  end
end
