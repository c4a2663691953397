/** A segment that cannot be decoded stays as it is. No id looks like that, so it is simply not found. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
