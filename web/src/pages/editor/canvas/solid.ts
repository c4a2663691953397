import type { ClassLooks } from './scene-painter.ts';

/**
 * Resolves colours for a canvas, which does not support `light-dark()`. Both themes use the bright colours: with a dark outline
 * they are visible on all pictures.
 */
export function solid(looks: ClassLooks, element: HTMLElement | null): ClassLooks {
  if (!element) return looks;
  const probe = element.appendChild(document.createElement('span'));
  probe.style.colorScheme = 'dark';
  const colors = [...looks].map(([id, { name, color }]) => {
    probe.style.color = color;
    return [id, { name, color: getComputedStyle(probe).color }] as const;
  });
  probe.remove();
  return new Map(colors);
}
