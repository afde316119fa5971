"""A second, naive model of all rules, written from the rulebooks alone, to hold the engine against."""
