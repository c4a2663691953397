/** String methods of rules. @throws TypeError for a wrong argument type */
export function callString(text: string, name: string, args: readonly unknown[]): unknown {
  if (name === 'matches') return (args[0] as RegExp).test(text);
  const [first = '', second = ''] = args.map(needText);
  switch (name) {
    case 'contains':
      return text.includes(first);
    case 'beginsWith':
      return text.startsWith(first);
    case 'endsWith':
      return text.endsWith(first);
    case 'replace':
      return text.split(first).join(second);
    case 'toLowerCase':
      return text.toLowerCase();
    case 'toUpperCase':
      return text.toUpperCase();
    default:
      throw new TypeError(`unknown method ${name}`);
  }
}

function needText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('a string is needed');
  return value;
}
