"""One exchange, a request and its answer: taken apart, compared with the spec, and shown without secrets."""
