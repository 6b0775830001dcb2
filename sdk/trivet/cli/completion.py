"""The command `trivet completion`: scripts by which shells complete `trivet` and `trivet-stub`."""

from __future__ import annotations

import os
import sys
from enum import Enum
from typing import Annotated

import typer

COMPLETION = "_TRIVET_COMPLETE"
"""The environment variable by which the scripts ask for completions."""

_EPILOG = """
bash, in ~/.bashrc: `eval "$(trivet completion bash)"`

zsh, in ~/.zshrc: `eval "$(trivet completion zsh)"`; or `_trivet` in a folder of $fpath

fish: `trivet completion fish` as trivet.fish and trivet-stub.fish in ~/.config/fish/completions

PowerShell, in $PROFILE: `trivet completion powershell | Out-String | Invoke-Expression`
"""

# `trivet-stub` takes the words of `trivet stub`, so one program completes both.
_BASH = """
_trivet_completion() {
    local IFS=$'\\n' words="${COMP_WORDS[*]}" position=$COMP_CWORD
    if [[ ${COMP_WORDS[0]##*/} == trivet-stub ]]; then
        words="trivet"$'\\n'"stub"$'\\n'"${COMP_WORDS[*]:1}"
        position=$((COMP_CWORD + 1))
    fi
    COMPREPLY=( $(env COMP_WORDS="$words" COMP_CWORD=$position _TRIVET_COMPLETE=complete_bash trivet) )
}

complete -o default -F _trivet_completion trivet trivet-stub
"""
_ZSH = """
#compdef trivet trivet-stub

_trivet_completion() {
  local line="${words[1,$CURRENT]}"
  [[ ${words[1]:t} == trivet-stub ]] && line="trivet stub ${words[2,$CURRENT]}"
  eval "$(_TYPER_COMPLETE_ARGS="$line" _TRIVET_COMPLETE=complete_zsh command trivet)"
}

# As `_trivet` in a folder of $fpath, the file is the function; by `eval`, the function is registered.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _trivet_completion "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _trivet_completion trivet trivet-stub
fi
"""
_FISH = """
function __trivet_complete
    set -l line (commandline -cp)
    set line (string replace -r '^\\s*\\S*trivet-stub' 'trivet stub' -- $line)
    env _TRIVET_COMPLETE=complete_fish _TYPER_COMPLETE_FISH_ACTION=$argv[1] _TYPER_COMPLETE_ARGS="$line" trivet
end

for command in trivet trivet-stub
    complete --command $command --no-files --arguments '(__trivet_complete get-args)' \\
        --condition '__trivet_complete is-args'
end
"""
_POWERSHELL = """
$trivetCompletion = {
    param($wordToComplete, $commandAst, $cursorPosition)
    $Env:_TRIVET_COMPLETE = "complete_powershell"
    $Env:_TYPER_COMPLETE_ARGS = $commandAst.ToString() -Replace '^\\S*trivet-stub(\\.exe)?', 'trivet stub'
    $Env:_TYPER_COMPLETE_WORD_TO_COMPLETE = $wordToComplete
    trivet | ForEach-Object {
        $value, $help = $_ -Split ":::", 2
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', "$help ")
    }
    Remove-Item Env:_TRIVET_COMPLETE, Env:_TYPER_COMPLETE_ARGS, Env:_TYPER_COMPLETE_WORD_TO_COMPLETE
}
Register-ArgumentCompleter -Native -CommandName trivet, trivet-stub -ScriptBlock $trivetCompletion
"""


class Shell(Enum):
    """The shells that can complete a line."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"
    POWERSHELL = "powershell"
    PWSH = "pwsh"


_SCRIPTS = {
    Shell.BASH: _BASH,
    Shell.ZSH: _ZSH,
    Shell.FISH: _FISH,
    Shell.POWERSHELL: _POWERSHELL,
    Shell.PWSH: _POWERSHELL,
}


def add_completion(app: typer.Typer) -> None:
    """Add the command `trivet completion`.

    >>> add_completion(app)
    """
    app.command("completion", epilog=_EPILOG)(completion)


def completion(shell: Annotated[Shell, typer.Argument(help="The shell.", metavar="SHELL")]) -> None:
    """Print the completion script of a shell: bash, zsh, fish or powershell."""
    sys.stdout.write(_SCRIPTS[shell].lstrip())


def completing() -> bool:
    """Whether a shell is completing a line."""
    return COMPLETION in os.environ
