"""Runs code that comes as lines of JSON, and answers each with a line: its last expression's value, or the error."""
import ast
import json
import sys

import sightline
from sightline import RetryPolicy, Sightline, SightlineError

space = {"sightline": sightline, "RetryPolicy": RetryPolicy, "Sightline": Sightline, "SightlineError": SightlineError}


def run(code):
    *before, last = ast.parse(code).body
    exec(compile(ast.Module(before, []), "test", "exec"), space)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "test", "eval"), space)
    exec(compile(ast.Module([last], []), "test", "exec"), space)
    return None


for line in sys.stdin:
    try:
        answer = {"value": run(json.loads(line))}
    except SightlineError as error:
        fields = ("kind", "status", "request_id", "retry_after", "body")
        answer = {"error": {"message": str(error), **{name: getattr(error, name) for name in fields}}}
    except Exception as error:
        answer = {"error": {"message": str(error), "kind": type(error).__name__}}
    print(json.dumps(answer, default=list), flush=True)
