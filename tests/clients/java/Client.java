import settlers.v1.*;

/**
 * A client that keeps a game by its events alone, as proto/FOLDING.md says: it knows the contract, but no rule.
 */
final class Client extends Parts {
  Client(String gameId, Viewer viewer) {
    super(gameId, viewer);
  }

  /** Folds the next event. */
  void apply(RecordedEvent recorded) {
    if (recorded.getVersion() != view.getVersion() + 1) throw new IllegalStateException("an event is missing");
    view.setVersion(recorded.getVersion());
    Event event = recorded.getEvent();
    switch (event.getEventCase()) {
      // The table
      case GAME_CREATED -> create(event.getGameCreated());
      case NONCE_GIVEN -> {
        var e = event.getNonceGiven();
        view.getTableBuilder().setNonces(e.getSeat() - 1, e.getNonce());
      }
      case BOARD_LAID -> layBoard(event.getBoardLaid());
      case PROMPTS_CHANGED -> {
        var e = event.getPromptsChanged();
        view.getTurnBuilder().setPhase(e.getPhase()).clearPrompts().addAllPrompts(e.getPromptsList());
        if (view.hasBidding()) {
          var bid = e.getPromptsList().stream().filter(prompt -> prompt.getKind().equals("bid")).findFirst();
          view.getBiddingBuilder().setSeat(bid.map(prompt -> prompt.getDemands(0).getSeat()).orElse(0));
        }
      }
      case POINTS_CHANGED -> score(event.getPointsChanged());
      case GAME_ENDED -> {
        view.getTurnBuilder().clearPrompts().setOver(true).addAllWinners(event.getGameEnded().getWinnersList());
        noOffer();
      }
      case SEED_REVEALED, TURN_ENDED, MONOPOLY_DECLARED, TEMPLE_FORGONE -> {}
      case HAND_SHOWN -> {
        shown.add(event.getHandShown());
        if (shown.size() == view.getTable().getSeats()) {
          for (HandShown e : shown) {
            hand(e.getSeat()).setCards(e.getCards());
            development(e.getSeat()).setCards(e.getDevelopmentCards());
          }
        }
      }

      // Turns and resource cards
      case SUPPLIES_LAID_OUT -> {
        var e = event.getSuppliesLaidOut();
        view.getHandsBuilder().setBank(e.getBank());
        view.getDevelopmentBuilder().setDeck(total(e.getDevelopmentDeck()));
      }
      case TURN_STARTED -> {
        var e = event.getTurnStarted();
        view.getTurnBuilder().setSeat(e.getSeat()).setTurn(e.getTurn()).clearDice();
      }
      case DICE_ROLLED -> view.getTurnBuilder().clearDice().addAllDice(event.getDiceRolled().getDiceList());
      case RESOURCES_PRODUCED ->
          event.getResourcesProduced().getGainsList().forEach(gain -> fromBank(gain.getSeat(), gain.getCards(), 1));
      case RESOURCES_RECEIVED -> {
        var e = event.getResourcesReceived();
        fromBank(e.getSeat(), e.getCards(), 1);
      }
      case RESOURCES_PAID -> {
        var e = event.getResourcesPaid();
        fromBank(e.getSeat(), e.getCards(), -1);
      }
      case RESOURCES_DISCARDED -> {
        var e = event.getResourcesDiscarded();
        fromBank(e.getSeat(), e.getCards(), -1);
      }
      case RESOURCES_HANDED_OVER -> {
        var e = event.getResourcesHandedOver();
        passOn(e.getGiver(), e.getTaker(), e.getCards());
      }
      case BANK_TRADE_MADE -> {
        var e = event.getBankTradeMade();
        fromBank(e.getSeat(), e.getGiven(), -1);
        fromBank(e.getSeat(), e.getTaken(), 1);
      }
      case CARD_STOLEN -> {
        var e = event.getCardStolen();
        takeOne(e.getThief(), e.getVictim(), e.getResource());
      }

      // Pieces
      case ROBBER_MOVED -> view.getRobberBuilder().setHex(event.getRobberMoved().getHex());
      case ROAD_BUILT -> {
        var e = event.getRoadBuilt();
        var roads = view.getRoadsBuilder();
        var row = with(roads.getRoadsList(), RoadView.newBuilder().setSeat(e.getSeat()).setPath(e.getPath()).build());
        roads.clearRoads().addAllRoads(sorted(row, RoadView::getSeat, RoadView::getPath));
      }
      case SHIP_BUILT -> {
        var e = event.getShipBuilt();
        setShips(with(view.getShips().getShipsList(), ship(e.getSeat(), e.getPath())));
      }
      case SHIP_MOVED -> {
        var e = event.getShipMoved();
        var left = withoutOne(view.getShips().getShipsList(), ship(e.getSeat(), e.getOrigin()));
        setShips(with(left, ship(e.getSeat(), e.getPath())));
      }
      case SETTLEMENT_BUILT -> {
        var e = event.getSettlementBuilt();
        var row = with(view.getBuildings().getSettlementsList(), building(e.getSeat(), e.getIntersection()));
        view.getBuildingsBuilder().clearSettlements().addAllSettlements(inOrder(row));
      }
      case CITY_BUILT -> {
        var e = event.getCityBuilt();
        var built = building(e.getSeat(), e.getIntersection());
        var left = withoutOne(view.getBuildings().getSettlementsList(), built);
        var cities = with(view.getBuildings().getCitiesList(), built);
        view.getBuildingsBuilder().clear().addAllSettlements(left).addAllCities(inOrder(cities));
      }
      case ROUTE_CHANGED -> {
        var e = event.getRouteChanged();
        view.getRoutesBuilder().setLengths(e.getSeat() - 1, e.getLength());
      }
      case LONGEST_ROUTE_AWARDED -> view.getRoutesBuilder().setOwner(event.getLongestRouteAwarded().getSeat());
      case LARGEST_ARMY_AWARDED -> view.getArmyBuilder().setOwner(event.getLargestArmyAwarded().getSeat());

      // Development cards
      case DEVELOPMENT_CARD_BOUGHT -> {
        var e = event.getDevelopmentCardBought();
        var hand = development(e.getSeat());
        view.getDevelopmentBuilder().setDeck(view.getDevelopment().getDeck() - 1);
        hand.setCount(hand.getCount() + 1);
        if (e.hasCard()) count(hand.getCardsBuilder(), e.getCardValue(), 1);
      }
      case DEVELOPMENT_CARD_PLAYED -> {
        var e = event.getDevelopmentCardPlayed();
        var hand = development(e.getSeat());
        hand.setCount(hand.getCount() - 1);
        count(hand.getPlayedBuilder(), e.getCardValue(), 1);
        if (hand.hasCards()) count(hand.getCardsBuilder(), e.getCardValue(), -1);
      }

      // Trade
      case TRADE_OFFERED -> {
        var e = event.getTradeOffered();
        view.getTradingBuilder().setOffer(Offer.newBuilder().setNumber(e.getOffer()).setSeat(e.getSeat())
            .setGive(e.getGive()).setTake(e.getTake()).addAllTo(e.getToList()));
      }
      case TRADE_ACCEPTED -> {
        int seat = event.getTradeAccepted().getSeat();
        noAnswer(seat).addAccepted(seat);
      }
      case TRADE_DECLINED -> noAnswer(event.getTradeDeclined().getSeat());
      case TRADE_ANSWER_FELL -> noAnswer(event.getTradeAnswerFell().getSeat());
      case TRADE_COUNTERED -> {
        var e = event.getTradeCountered();
        noAnswer(e.getSeat()).addCounters(Counter.newBuilder().setNumber(e.getCounter()).setSeat(e.getSeat())
            .setGive(e.getGive()).setTake(e.getTake()));
      }
      case TRADE_MADE -> {
        var e = event.getTradeMade();
        passOn(e.getSeat(), e.getPartner(), e.getGiven());
        passOn(e.getPartner(), e.getSeat(), e.getTaken());
        noOffer();
      }
      case TRADE_WITHDRAWN, TRADE_FELL -> noOffer();

      // Coins, and the pyramid
      case COINS_RECEIVED -> coins(event.getCoinsReceived().getSeat(), event.getCoinsReceived().getCoins());
      case COINS_PRODUCED ->
          event.getCoinsProduced().getGainsList().forEach(gain -> coins(gain.getSeat(), gain.getCoins()));
      case FEE_PAID -> {
        var e = event.getFeePaid();
        coins(e.getSeat(), -e.getCoins());
        coins(e.getOwner(), e.getCoins());
      }
      case PYRAMID_LAID_OUT -> {
        var e = event.getPyramidLaidOut();
        view.getPyramidBuilder().addAllLevels(e.getLevelsList()).setPharaohLeft(e.getPharaohBlocks())
            .clearLeft().addAllLeft(eachSeat(seat -> e.getBlocks()));
      }
      case PYRAMID_BEGUN -> view.getPyramidBuilder().setBegun(true);
      case PYRAMID_BLOCK_PLACED -> {
        int seat = event.getPyramidBlockPlaced().getSeat();
        var pyramid = view.getPyramidBuilder().addBlocks(seat);
        if (seat > 0) pyramid.setLeft(seat - 1, pyramid.getLeft(seat - 1) - 1);
        else pyramid.setPharaohLeft(pyramid.getPharaohLeft() - 1);
      }
      case BLESSING_GIVEN -> view.getFavorBuilder().setBlessed(event.getBlessingGiven().getSeat());
      case CURSE_LAID -> {
        var cursed = with(view.getFavor().getCursedList(), event.getCurseLaid().getSeat());
        view.getFavorBuilder().clearCursed().addAllCursed(cursed.stream().sorted().toList());
      }
      case CURSE_LIFTED -> {
        var cursed = withoutOne(view.getFavor().getCursedList(), event.getCurseLifted().getSeat());
        view.getFavorBuilder().clearCursed().addAllCursed(cursed);
      }

      // Alexander's march
      case SUPPLY_STACK_LAID_OUT -> view.getSupplyBuilder().setLeft(total(event.getSupplyStackLaidOut().getCards()));
      case SUPPLY_CARDS_DRAWN -> {
        var e = event.getSupplyCardsDrawn();
        var hand = hand(e.getSeat());
        view.getSupplyBuilder().setLeft(view.getSupply().getLeft() - e.getCount());
        hand.setCount(hand.getCount() + e.getCount());
        if (e.hasCards()) add(hand.getCardsBuilder(), e.getCards(), 1);
      }
      case SUPPLY_ENDED -> {
        view.getSupplyBuilder().setLeft(0);
        add(view.getHandsBuilder().getBankBuilder(), event.getSupplyEnded().getCards(), 1);
      }
      case ALEXANDER_MOVED -> {
        int arrow = event.getAlexanderMoved().getArrow();
        view.getMarchBuilder().setArrow(arrow);
        lookAhead();
        String stop = view.getBoard().getRoute().getStops(arrow - 1);
        if (stop.equals("temple")) awaitEvent(MarchEvent.MARCH_EVENT_SETTLEMENT);
      }
      case EVENT_CHIP_REVEALED -> {
        awaitEvent(event.getEventChipRevealed().getChip());
        view.getBiddingBuilder().clearKnights().addAllKnights(event.getEventChipRevealed().getKnightsList());
      }
      case EVENT_RESOLVED -> {
        view.getMarchBuilder().clearEvent();
        view.getBiddingBuilder().clearEvent().clearKnights();
      }
      case BIDDING_OPENED -> view.getBiddingBuilder().setOpen(true).setHighest(0).setBidder(0).clearPassed();
      case BID_MADE -> {
        var e = event.getBidMade();
        view.getBiddingBuilder().setHighest(e.getAmount()).setBidder(e.getSeat());
      }
      case BID_PASSED -> view.getBiddingBuilder().addPassed(event.getBidPassed().getSeat());
      case BIDDING_ENDED -> view.getBiddingBuilder().setOpen(false);
      case BID_DEFAULTED -> view.getBiddingBuilder().setOpen(false).setHighest(0).setBidder(0).clearPassed();
      case BID_PAID -> {
        var e = event.getBidPaid();
        fromBank(e.getSeat(), e.getCards(), -1);
        var played = development(e.getSeat()).getPlayedBuilder();
        played.setKnight(played.getKnight() - e.getKnights());
        view.getDevelopmentBuilder().setDeck(view.getDevelopment().getDeck() + e.getKnights());
      }
      case EVENT_CHIP_WON -> {
        var e = event.getEventChipWon();
        var chips = view.getChipsBuilder().getHandsBuilder(e.getSeat() - 1);
        String name = e.getChip().name().replace("MARCH_EVENT_", "").toLowerCase();
        count(chips, chips.getDescriptorForType().findFieldByName(name).getNumber(), 1);
      }
      case ADVISOR_CARD_TAKEN -> {
        var e = event.getAdvisorCardTaken();
        var advisors = view.getAdvisorsBuilder();
        if (e.getGiven() > 0) set(advisors, e.getGiven(), e.getLoser());
        set(advisors, e.getAdvisor(), e.getSeat());
      }

      // The Great Race
      case HEX_REVEALED -> turnUp(event.getHexRevealed());
      case LANDING_CARD_DRAWN -> {
        var e = event.getLandingCardDrawn();
        takeOne(e.getOwner(), e.getSeat(), e.getResource());
      }
      case EVENT_NOT_SET -> throw new Unknown("version " + recorded.getVersion());
    }
  }
}
