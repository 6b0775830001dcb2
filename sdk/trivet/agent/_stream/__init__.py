"""The stream of events: subscriptions, decoding and reconnections."""
