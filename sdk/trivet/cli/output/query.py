"""`--query`: a JMESPath expression over the data that `-o json` writes."""

from __future__ import annotations

import re
from typing import Any

from trivet.cli.failures import UsageError, needs

with needs("cli", "jmespath"):
    import jmespath
    from jmespath.exceptions import JMESPathError, JMESPathTypeError

_LONGEST = 10_000
_KIND = re.compile("(?:bad|invalid) jmespath expression: ", re.IGNORECASE)
_PLACE = re.compile(r"(?:, for expression)?:?\n.*", re.DOTALL)
"""The lines below a message, which draw the place in the expression."""
_DATA: tuple[type, ...] = (str, int, float, list, dict, type(None))


class Query:
    """A JMESPath expression.

    >>> Query("[?operator=='SBST'].service_no").result([{"service_no": "23", "operator": "SBST"}])
    ['23']

    Attributes:
        expression: The expression as the user wrote it.
    """

    def __init__(self, expression: str) -> None:
        """Parse the expression.

        Raises:
            UsageError: It is not an expression of JMESPath.
        """
        self.expression = expression
        if len(expression) > _LONGEST:
            raise UsageError(f"--query: the expression is longer than {_LONGEST:,} characters")
        try:
            self._compiled: Any = jmespath.compile(expression)
        except JMESPathError as error:
            reason = _PLACE.sub("", _KIND.sub("", str(error)))
            raise UsageError(f"--query: {expression!r} is not a JMESPath expression: {reason}") from None
        except RecursionError:
            raise UsageError("--query: the expression is nested too deeply") from None

    def result(self, data: Any) -> Any:
        """Return the result for plain data; None if the data has nothing at the path.

        Raises:
            UsageError: A function of the expression does not take the values that the data has, or the result is not
                data.
        """
        try:
            result: Any = self._compiled.search(data)
        except JMESPathTypeError as error:  # its message has the value, which may be a token
            takes = " or ".join(error.expected_types)
            raise UsageError(f"--query: {error.function_name}() takes {takes}, got {error.actual_type}") from None
        except RecursionError:
            raise UsageError("--query: the expression or the data is nested too deeply") from None
        except (ValueError, ArithmeticError, TypeError) as error:  # also of Python's functions, such as a step of 0
            raise UsageError(f"--query: {_PLACE.sub('', str(error))}") from None
        if not isinstance(result, _DATA):
            raise UsageError("--query: the result is not data, as `&` is only for arguments of functions")
        return result
