/** As the emulator suite writes its files, with an end of line for people. */
export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
