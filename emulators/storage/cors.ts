/**
 * CORS settings of a bucket, applied to signed links as by the service's XML API. The JSON API ignores them, and needs no CORS
 * here: pages have no credentials for it.
 */
import type { Call, Operation, Parts } from './call.ts';
import type { CorsRule } from './cors-rule.ts';

/** Headers that let the requesting page read the answer; none if no rule names its origin and the method. */
export function corsHeaders({ headers, method }: Pick<Call, 'headers' | 'method'>, { cors }: Parts) {
  const rule = findRule(cors, headers.origin, method);
  return rule
    ? {
        ...originHeaders(rule, headers.origin),
        'access-control-expose-headers': rule.responseHeader.join(', '),
      }
    : {};
}

/** OPTIONS of a link. Without a matching rule the answer has no headers, so that the browser does not ask further. */
export const answerPreflight: Operation = ({ headers }, { cors }) => {
  const asked = headers['access-control-request-method'];
  const rule = findRule(cors, headers.origin, asked);
  const allowed = rule && {
    ...originHeaders(rule, headers.origin),
    'access-control-allow-methods': rule.method.join(', '),
    'access-control-allow-headers': rule.responseHeader.join(', '),
    'access-control-max-age': String(rule.maxAgeSeconds),
  };
  return { status: 200, headers: { ...allowed }, text: '' };
};

const findRule = (rules: Parts['cors'], origin: string | undefined, method: string | undefined) =>
  rules.find((each) => allows(each.origin, origin) && allows(each.method, method));

const allows = (values: readonly string[], value: string | undefined): boolean =>
  value !== undefined && (values.includes('*') || values.includes(value));

const originHeaders = (rule: CorsRule, origin = ''): Record<string, string> =>
  rule.origin.includes('*')
    ? { 'access-control-allow-origin': '*' }
    : { 'access-control-allow-origin': origin, vary: 'Origin' };
