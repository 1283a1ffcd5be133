import { Argument, type Command, type Option } from 'commander';
import { EXIT } from '../../base/exit-codes.js';
import { shellWord } from '../../base/text.js';
import { ListedOption } from '../../cli/command.js';
import type { CommandModule } from '../../cli/feature.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const command: CommandModule<object, [shell: Shell]> = {
  args: [new Argument('<shell>', 'the shell').choices(SHELLS)],
  options: [],
  help: () => `
Prints a script that completes commands, options and their values.

Examples:
  folklore-ld completion bash
  folklore-ld completion zsh
  folklore-ld completion fish

For good: in ~/.bashrc or ~/.zshrc (after compinit), source <(folklore-ld completion bash) or zsh; for fish,
folklore-ld completion fish > ~/.config/fish/completions/folklore-ld.fish`,
  run: async ({ args: [shell] }, { allCommands }) => {
    process.stdout.write(SCRIPTS[shell](await allCommands()));
    return EXIT.clean;
  },
};

/** The possible words of a value: its choices, or `undefined` for any. */
const choicesOf = (one: Option | Argument): readonly string[] | undefined =>
  one instanceof ListedOption ? one.words : one.argChoices;

const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** The names of an option: `-c` and `--config`. */
const namesOf = ({ short, long }: Option): string[] => [short, long].filter((name) => name !== undefined);

const visible = ({ options }: Command): Option[] => options.filter(({ hidden }) => !hidden);

const wordsOfArguments = ({ registeredArguments }: Command): string[] =>
  registeredArguments.flatMap((argument) => choicesOf(argument) ?? []);

const SCRIPTS: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = {
  bash: (commands) => {
    const names = commands.map((command) => command.name()).join(' ');
    const values = commands.flatMap((command) =>
      visible(command).flatMap((option) => {
        const choices = choicesOf(option);
        const words = choices === undefined ? '' : `words=${shellWord(choices.join(' '))}`;
        const patterns = namesOf(option).map((name) => `"${command.name()} ${name}"`);
        return takesValue(option) ? [`    ${patterns.join('|')}) ${words || 'return'} ;;`] : [];
      }),
    );
    const words = commands.map((command) => {
      const options = [...visible(command).flatMap(namesOf), '--help'];
      return `      ${command.name()}) words=${shellWord([...wordsOfArguments(command), ...options].join(' '))} ;;`;
    });
    return `# bash completion for folklore-ld; made by \`folklore-ld completion bash\`
_folklore_ld() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} name=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ] || { [ "$COMP_CWORD" -eq 2 ] && [ "$name" = help ]; }; then
    COMPREPLY=($(compgen -W '${names} help --help --version' -- "$cur"))
    return
  fi
  case "$name $prev" in
${values.join('\n')}
    *) case "$name" in
${words.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
# Without a word that fits, file names are completed.
complete -o default -F _folklore_ld folklore-ld
`;
  },
  zsh: (commands) => {
    const described = (text: string) => text.replace(/[\\[\]:]/g, '\\$&');
    const optionOf = (option: Option): string => {
      const choices = choicesOf(option);
      const values = choices === undefined ? '_files' : `(${choices.join(' ')})`;
      const value = takesValue(option) ? `:${described(option.attributeName())}:${values}` : '';
      const excluded = namesOf(option).length > 1 ? `(${namesOf(option).join(' ')})` : '';
      return namesOf(option)
        .map((name) => shellWord(`${excluded}${name}[${described(option.description)}]${value}`))
        .join(' ');
    };
    const cases = commands.map((command) => {
      const words = wordsOfArguments(command);
      const rest = shellWord(words.length === 0 ? '*:file:_files' : `*:value:(${words.join(' ')})`);
      const options = visible(command).map((option) => `        ${optionOf(option)} \\`);
      return [
        `      ${command.name()}) _arguments \\`,
        ...options,
        `        '--help[show the options]' ${rest} ;;`,
      ].join('\n');
    });
    return `#compdef folklore-ld
# zsh completion for folklore-ld; made by \`folklore-ld completion zsh\`
_folklore_ld() {
  local -a commands
  commands=(
${commands.map((command) => `    ${shellWord(`${command.name()}:${command.description()}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )) || [[ CURRENT -eq 3 && $words[2] == help ]]; then
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _folklore_ld ]]; then
  _folklore_ld "$@"
else
  compdef _folklore_ld folklore-ld
fi
`;
  },
  fish: (commands) => {
    const lines = commands.flatMap((command) => {
      const within = `complete -c folklore-ld -n ${shellWord(`__fish_seen_subcommand_from ${command.name()}`)}`;
      const options = visible(command).map((option) => {
        const choices = choicesOf(option);
        const values =
          choices === undefined
            ? takesValue(option)
              ? ' -r'
              : ''
            : ` -x -a ${shellWord(choices.join(' '))}`;
        const names = namesOf(option).map((name) =>
          name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`,
        );
        return `${within}${names.join('')}${values} -d ${fishText(option.description)}`;
      });
      const words = wordsOfArguments(command);
      return [
        `complete -c folklore-ld -n __fish_use_subcommand -f -a ${command.name()} -d ${fishText(command.description())}`,
        ...(words.length === 0 ? [] : [`${within} -f -a ${shellWord(words.join(' '))}`]),
        ...options,
      ];
    });
    return `# fish completion for folklore-ld; made by \`folklore-ld completion fish\`\n${lines.join('\n')}\n`;
  },
};

/** A text in single quotes of fish, in which a backslash escapes. */
const fishText = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
