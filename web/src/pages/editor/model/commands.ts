/** Commands that change annotations, each with its reverse. Pure. */
import type { Annotation, Drawing } from './drawing.ts';
import type { Command } from './history.ts';

const withAnnotations = (drawing: Drawing, annotations: readonly Annotation[]): Drawing => ({
  ...drawing,
  annotations,
});

/** New annotations lie above all others, and are selected. */
export function addAnnotations(label: string, added: readonly Annotation[]): Command {
  const ids = new Set(added.map(({ id }) => id));
  return {
    label,
    selects: [...ids],
    apply: (drawing) => withAnnotations(drawing, [...drawing.annotations, ...added]),
    revert: (drawing) =>
      withAnnotations(
        drawing,
        drawing.annotations.filter(({ id }) => !ids.has(id)),
      ),
  };
}

/** The reverse restores them at their positions in the list. @param drawing contains them */
export function removeAnnotations(label: string, ids: ReadonlySet<string>, drawing: Drawing): Command {
  const removed = drawing.annotations
    .map((annotation, place) => ({ annotation, place }))
    .filter(({ annotation }) => ids.has(annotation.id));
  return {
    label,
    selects: [],
    apply: (now) =>
      withAnnotations(
        now,
        now.annotations.filter(({ id }) => !ids.has(id)),
      ),
    revert: (now) => {
      const annotations = [...now.annotations];
      for (const { annotation, place } of removed) annotations.splice(place, 0, annotation);
      return withAnnotations(now, annotations);
    },
  };
}

/**
 * Changes positions, sizes or classes. A suggestion of a model that a person changes becomes a person's (`labeled: manual`).
 * @param next the changed annotations, with the ids of those that they replace
 */
export function changeAnnotations(
  label: string,
  next: readonly Annotation[],
  drawing: Drawing,
  joins?: string,
): Command {
  const after = new Map(next.map((each) => [each.id, { ...each, labeled: 'manual' as const }]));
  const before = new Map(
    drawing.annotations.filter(({ id }) => after.has(id)).map((each) => [each.id, each] as const),
  );
  const replaced = (now: Drawing, by: ReadonlyMap<string, Annotation>) =>
    withAnnotations(
      now,
      now.annotations.map((each) => by.get(each.id) ?? each),
    );
  return {
    label,
    ...(joins !== undefined && { joins }),
    apply: (now) => replaced(now, after),
    revert: (now) => replaced(now, before),
  };
}

/** Replaces all annotations, by those of a merge or those kept in the browser. */
export function replaceAll(label: string, annotations: readonly Annotation[], drawing: Drawing): Command {
  const before = drawing.annotations;
  return {
    label,
    selects: [],
    apply: (now) => withAnnotations(now, annotations),
    revert: (now) => withAnnotations(now, before),
  };
}
