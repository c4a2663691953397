/** Rules are a subset of JavaScript expressions: a JavaScript parser reads them, and this restricts them to the subset. */
import { type AnyNode, type Expression as Node, parse, type SpreadElement } from 'acorn';
import type { Expression } from './expression.ts';
import { RuleError } from './rule-error.ts';

const BINARY = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%']);

/** @throws RuleError for anything outside the rule language */
export function parseExpression(source: string): Expression {
  return expressionOf(wholeNode(source));
}

function wholeNode(source: string): Node {
  try {
    const [statement, ...more] = parse(source, { ecmaVersion: 2020 }).body;
    if (statement?.type === 'ExpressionStatement' && more.length === 0) return statement.expression;
  } catch (error) {
    throw new RuleError(`${(error as Error).message.replace(/ \(\d+:\d+\)$/, '')} in ${source}`);
  }
  throw new RuleError(`not one expression: ${source}`);
}

function expressionOf(node: Node | SpreadElement): Expression {
  switch (node.type) {
    case 'Literal':
      return literalOf(node);
    case 'Identifier':
      return { kind: 'name', name: node.name };
    case 'ArrayExpression':
      return { kind: 'list', items: node.elements.map((item) => expressionOf(item ?? unknown(node))) };
    case 'LogicalExpression':
      if (node.operator === '??') throw unknown(node);
      return binaryOf(node.operator, node.left, node.right);
    case 'BinaryExpression':
      if (!BINARY.has(node.operator) || node.left.type === 'PrivateIdentifier') throw unknown(node);
      return binaryOf(node.operator, node.left, node.right);
    case 'UnaryExpression':
      if (node.operator !== '!' && node.operator !== '-') throw unknown(node);
      return { kind: node.operator === '!' ? 'not' : 'minus', of: expressionOf(node.argument) };
    case 'ConditionalExpression':
      return {
        kind: 'choice',
        test: expressionOf(node.test),
        yes: expressionOf(node.consequent),
        no: expressionOf(node.alternate),
      };
    case 'MemberExpression':
      return memberOf(node);
    case 'CallExpression':
      return callOf(node);
    default:
      throw unknown(node);
  }
}

function unknown({ type }: AnyNode): never {
  throw new RuleError(`${type} is not part of the rule language`);
}

function literalOf(node: Extract<Node, { type: 'Literal' }>): Expression {
  const { value, regex } = node;
  if (regex) return { kind: 'regexp', source: regex.pattern, flags: regex.flags };
  if (typeof value === 'bigint' || value instanceof RegExp || value === undefined) throw unknown(node);
  return { kind: 'literal', value };
}

const binaryOf = (sign: string, left: Node, right: Node): Expression => ({
  kind: 'binary',
  sign,
  left: expressionOf(left),
  right: expressionOf(right),
});

function memberOf(node: Extract<Node, { type: 'MemberExpression' }>): Kinded {
  const { object, property, computed, optional } = node;
  if (object.type === 'Super' || property.type === 'PrivateIdentifier' || optional) throw unknown(node);
  const name: Expression =
    !computed && property.type === 'Identifier'
      ? { kind: 'literal', value: property.name }
      : expressionOf(property);
  return { kind: 'member', of: expressionOf(object), name };
}

type Kinded = Extract<Expression, { kind: 'member' }>;

function callOf(node: Extract<Node, { type: 'CallExpression' }>): Expression {
  const { callee, arguments: given, optional } = node;
  if (callee.type !== 'MemberExpression' || optional)
    throw new RuleError('only methods of values can be called');
  const { of, name } = memberOf(callee);
  if (name.kind !== 'literal' || typeof name.value !== 'string')
    throw new RuleError('the name of a method is written out');
  return { kind: 'call', of, name: name.value, args: given.map(expressionOf) };
}
