import { createHash } from 'node:crypto';
import { compareKeys } from './key-order.ts';
import { type Branch, childrenOf, isBranch, type Leaf, leafOf, priorityOf, type Tree } from './tree.ts';
import { compareValues } from './value-order.ts';

const known = new WeakMap<Branch, string>();
const SMALLEST_NORMAL = 2 ** -1022;
const sha1 = (text: string): string => createHash('sha1').update(text).digest('base64');

/**
 * The hash by which clients identify a value: transactions and listens send it, and REST shows it as ETag.
 * It must equal, byte for byte, what the official SDKs compute (`Node.hash()`). An empty value hashes to `''`.
 */
export function hashOf(tree: Tree): string {
  if (tree === null) return '';
  if (!isBranch(tree)) return sha1(leafText(tree));
  const cached = known.get(tree);
  if (cached !== undefined) return cached;
  const hash = sha1(branchText(tree));
  known.set(tree, hash);
  return hash;
}

const leafText = (leaf: Leaf): string => `${typeof leaf}:${plainText(leaf)}`;

const plainText = (leaf: Leaf): string => (typeof leaf === 'number' ? bits(leaf) : String(leaf));

/**
 * The 64 bits of a double in hex, computed as the SDKs do: they take the exponent from a rounded logarithm, so a few
 * numbers next to a power of two (2^53 - 38) get other bits than IEEE 754 gives them. With the right bits no transaction
 * on such a number would ever commit.
 */
function bits(value: number): string {
  const size = Math.abs(value);
  const bytes = Buffer.alloc(8);
  if (size >= SMALLEST_NORMAL) bytes.writeBigUInt64BE(normalBits(size));
  else bytes.writeDoubleBE(size);
  if (value < 0 || Object.is(value, -0)) bytes[0] = (bytes[0] ?? 0) | 0x80;
  return bytes.toString('hex');
}

function normalBits(size: number): bigint {
  const exponent = Math.min(Math.floor(Math.log(size) / Math.LN2), 1023);
  const fraction = Math.round(size * 2 ** (52 - exponent) - 2 ** 52);
  const low = Number.isFinite(fraction) ? BigInt.asUintN(52, BigInt(fraction)) : 0n;
  return (BigInt.asUintN(11, BigInt(exponent + 1023)) << 52n) | low;
}

function branchText(branch: Branch): string {
  const priority = priorityOf(branch);
  const before = priority === null ? '' : `priority:${leafText(priority)}:`;
  const leaf = leafOf(branch);
  if (leaf !== null) return before + leafText(leaf);
  const children = childrenOf(branch).sort(byPriority);
  return before + children.map(([key, child]) => `:${key}:${hashOf(child)}`).join('');
}

type Child = readonly [key: string, child: Tree];

const byPriority = ([a, first]: Child, [b, second]: Child): number =>
  compareValues(priorityOf(first), priorityOf(second)) || compareKeys(a, b);
