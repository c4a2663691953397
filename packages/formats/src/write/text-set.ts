import { hash } from 'node:crypto';

/** Slots of a new set: a power of two. */
const FIRST = 1024;

/**
 * A set of texts that keeps 64 bits of each text's SHA-256 instead of the text: 16 to 32 bytes, so that the names of a million
 * images take 16 MB. Two texts with the same 64 bits count as one, which is less likely than one in 10 million among a million
 * texts.
 */
export class TextSet {
  /** Two numbers a slot; an empty slot has two zeros. */
  #slots = new Uint32Array(2 * FIRST);
  #size = 0;

  /** @returns false if the text is in the set already */
  add(text: string): boolean {
    const digest = hash('sha256', text, 'buffer');
    // No text may look like an empty slot.
    const isNew = this.#put(digest.readUInt32LE(0), digest.readUInt32LE(4) || 1);
    if (isNew) this.#size += 1;
    if (this.#size * 4 > this.#slots.length) this.#grow();
    return isNew;
  }

  #put(first: number, second: number): boolean {
    const slots = this.#slots;
    for (let at = (2 * first) % slots.length; ; at = (at + 2) % slots.length) {
      if (slots[at + 1] === 0) {
        slots[at] = first;
        slots[at + 1] = second;
        return true;
      }
      if (slots[at] === first && slots[at + 1] === second) return false;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2)
      if (before[at + 1] !== 0) this.#put(before[at] as number, before[at + 1] as number);
  }
}
