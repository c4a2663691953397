/** JSON as the emulator suite writes it, with a final line break. */
export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
