/** Rules for every answer to a hostile request. */
import { flawOfAnswer } from '../support/described.ts';
import { isUnsound, type WireAnswer, type WireRequest } from '../support/requests.ts';

/** Stack traces, paths on disk, names and messages of libraries; requests never contain these words. */
const LEAKS: readonly RegExp[] = [
  /\n\s+at /,
  /node_modules|node:internal|\.(ts|js|mjs|cjs):\d/,
  /\/(tmp|home|usr|var|workspace|mnt|root)\/[\w.-]/,
  /\b(ENOENT|EACCES|EISDIR|ENOTDIR|EPERM|EINVAL|ENAMETOOLONG|ECONN\w+|ETIMEDOUT|ERR_\w+)\b/,
  /\b(Syntax|Type|Range|Reference|Assertion)Error\b|Unexpected (token|end)|in JSON at|is not a function|Cannot read prop/,
  /isomorphic|libvips|\bvips|\bsharp\b|protobuf|grpc|googleapis|firestore|zlib|inflate/i,
  /INVALID_ARGUMENT|DEADLINE_EXCEEDED|FAILED_PRECONDITION/,
  /\[object \w+\]|\bundefined\b|\bNaN\b/,
  /<html|<!doctype|<pre>/i,
];

/** Media types of answers that are files: archives, and exports in lines. */
const FILES = new Set(['application/zip', 'application/x-ndjson', 'text/csv']);

/** What is wrong with this answer; undefined if it is correct. `root` is the folder of the stack's files. */
export function flawOf(request: WireRequest, answer: WireAnswer, root: string): string | undefined {
  const { status, headers, body } = answer;
  if (status === -1) return 'hangs';
  if (status >= 500) return `answers ${status}: ${body.toString().slice(0, 300)}`;
  if (status === 0) return isUnsound(request) ? undefined : 'breaks off without an answer';
  const isArchive = headers.get('content-type') === 'application/zip';
  const text = isArchive ? '' : body.toString();
  const shown = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const leak = LEAKS.find((each) => each.test(text)) ?? LEAKS.find((each) => each.test(shown));
  if (leak) return `leaks ${leak}: ${text.slice(0, 300)}`;
  if (text.includes(root) || shown.includes(root)) return 'leaks a path';
  return formFlaw(request, answer, text) ?? undescribed(request, answer, text);
}

/** openapi.yaml must describe this answer. Methods without a route are refused by the framework in its own way. */
function undescribed(request: WireRequest, answer: WireAnswer, text: string): string | undefined {
  const { method, target, headers: sent, route } = request;
  const { status, headers } = answer;
  // Refused by the stack's front or by Node's parser, not by a function.
  if (!headers.has('x-request-id')) return undefined;
  const isArchive = headers.get('content-type') === 'application/zip';
  const override = sent.some(([name]) => /^x-http-method/i.test(name));
  if (override) return undefined;
  const header = (name: string) => headers.get(name.toLowerCase());
  const path = `/${route.split(' ', 1)[0]}${target}`;
  const flaw = flawOfAnswer({ method, path, status, header, text: isArchive ? undefined : text });
  return flaw === undefined
    ? undefined
    : `is not as openapi.yaml describes it: ${flaw}: ${text.slice(0, 300)}`;
}

/** Contract 3: JSON with `no-store`, except files. What Node's parser refuses has no body and none of our headers. */
function formFlaw(
  { method }: WireRequest,
  { status, headers, body }: WireAnswer,
  text: string,
): string | undefined {
  if (status < 200 || body.length === 0) return undefined;
  if (FILES.has(headers.get('content-type')?.split(';', 1)[0] ?? '')) return undefined;
  if (method !== 'HEAD' && !isJson(text)) return `is no JSON: ${text.slice(0, 200)}`;
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
