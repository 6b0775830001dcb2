"""Rules that exchanges show: the checks try them on the answers that they ask for, the proxy on those that pass.

A rule is here if one exchange shows it, or two exchanges of one caller. The others need a prepared state,
two callers, or a certain time: only a check tries them.
"""
