/**
 * The commands of a Markdown page and what it prints below them. In a block fenced as `sh`, the shell decides where a
 * command ends; comment lines directly below are its output. A remark about a command is at the end of its line. A block
 * fenced as `ts` or `python` is one program; the comment lines at its end are its output.
 */
import { spawnSync } from 'node:child_process';

export interface Step {
  /** Line of the page where the command starts, counted from 1. */
  line: number;
  command: string;
  language: 'sh' | 'ts' | 'python';
  /** Lines without their `#`; null if nothing is printed below the command. */
  answer: string[] | null;
}

interface Fence {
  language: string;
  /** Line of its first line inside. */
  line: number;
  lines: string[];
}

export interface Document {
  steps: Step[];
  /** Languages of all its blocks. */
  languages: string[];
  /** Text of every `code span`. */
  spans: string[];
}

export function readDocument(markdown: string): Document {
  const fences = readFences(markdown);
  return {
    steps: fences.flatMap((fence) => {
      if (fence.language === 'sh') return readSteps(fence);
      if (fence.language === 'ts') return [readProgram(fence, 'ts', '// ')];
      return fence.language === 'python' ? [readProgram(fence, 'python', '# ')] : [];
    }),
    languages: fences.map(({ language }) => language),
    spans: [...markdown.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!),
  };
}

function readFences(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let open: Fence | null = null;
  for (const [index, text] of markdown.split('\n').entries()) {
    const mark = /^```(\w*)$/.exec(text);
    if (!mark) open?.lines.push(text);
    else if (open) open = null;
    else {
      open = { language: mark[1] ?? '', line: index + 2, lines: [] };
      fences.push(open);
    }
  }
  return fences;
}

function readSteps({ line, lines }: Fence): Step[] {
  const steps: Step[] = [];
  let begun: string[] = [];
  for (const [index, text] of lines.entries()) {
    const last = steps.at(-1);
    if (begun.length === 0 && text.startsWith('#')) {
      if (last) last.answer = [...(last.answer ?? []), text.replace(/^#\s*/, '')];
      continue;
    }
    if (begun.length === 0 && text.trim() === '') continue;
    begun.push(text);
    const isLast = index === lines.length - 1;
    if (!isLast && !isWhole(begun.join('\n'))) continue;
    const begin = line + index + 1 - begun.length;
    steps.push({ line: begin, language: 'sh', command: begun.join('\n'), answer: null });
    begun = [];
  }
  return steps;
}

/** @param mark of a comment */
function readProgram({ line, lines }: Fence, language: 'ts' | 'python', mark: string): Step {
  const end = lines.findLastIndex((text) => !text.startsWith(mark)) + 1;
  const answer = lines.slice(end).map((text) => text.slice(mark.length));
  return {
    line,
    language,
    command: lines.slice(0, end).join('\n'),
    answer: answer.length > 0 ? answer : null,
  };
}

/** Whether the shell would run it at the end of this line. It takes a backslash there as the end of the input. */
const isWhole = (command: string): boolean =>
  !command.endsWith('\\') && spawnSync('bash', ['-n'], { input: command }).status === 0;
