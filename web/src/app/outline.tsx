/** The outline of a page that is still loading: its parts are where the content will be, so that nothing jumps later. */
import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import { HomeOutline } from '../pages/home/home-outline.tsx';
import { useText } from '../text/use-text.tsx';
import { Bone, HeadingBone } from '../ui/bone.tsx';
import { Page } from '../ui/frame/page.tsx';
import { Waiting } from '../ui/frame/waiting.tsx';
import styles from './outline.module.css';
import { Place } from './places/place.tsx';

type Shape = 'home' | 'dataset' | 'review' | 'editor' | 'monitor' | 'wall' | 'narrow' | 'wide';

const outlines: Record<Shape, ComponentType> = {
  home: HomeOutline,
  dataset: DatasetOutline,
  review: ReviewOutline,
  editor: EditorOutline,
  monitor: MonitorOutline,
  // The size of its tiles depends on their number.
  wall: () => null,
  narrow: () => (
    <Page>
      <PartOutline />
    </Page>
  ),
  wide: () => (
    <Page isWide>
      <PartOutline />
    </Page>
  ),
};

/** Shapes by path; all other pages are wide columns. */
const SHAPES: readonly (readonly [RegExp, Shape])[] = [
  [/^\/$/, 'home'],
  [/^\/datasets\/[^/]+$/, 'dataset'],
  [/^\/datasets\/[^/]+\/review$/, 'review'],
  [/^\/datasets\/[^/]+\/images\//, 'editor'],
  [/^\/monitors$/, 'wall'],
  [/^\/monitors\/[^/]+$/, 'monitor'],
  [/\/(people|settings)$/, 'narrow'],
];

const shapeOf = (path: string): Shape => SHAPES.find(([pattern]) => pattern.test(path))?.[1] ?? 'wide';

/** @param of default: the page of the address */
export function Outline({ of }: { of?: Shape }) {
  const [path] = useLocation();
  const Parts = outlines[of ?? shapeOf(path)];
  return (
    <div className={styles.outline}>
      <div className={styles.parts} aria-hidden="true">
        <Parts />
      </div>
      <div className={styles.words}>
        <Waiting />
      </div>
    </div>
  );
}

/** The outline with the bar, for pages whose record is not known yet. */
export function WholeOutline() {
  const { product } = useText();
  return (
    <>
      <Place title={product}>
        <h1 className="visually-hidden">{product}</h1>
        <Bone width={140} />
      </Place>
      <Outline />
    </>
  );
}

const several = (number: number, className: string | undefined) =>
  Array.from({ length: number }, (_, at) => <span key={at} className={className} />);

function ReviewOutline() {
  return (
    <div className={styles.review}>
      <div className={styles.picture} data-part="picture" />
      <div className={styles.strip} data-part="strip">
        {several(19, styles.thumb)}
      </div>
      <div className={styles.side} data-part="side">
        <div className={styles.facts} />
        <div className={styles.classes}>{several(4, styles.control)}</div>
        <div className={styles.actions}>{several(4, styles.control)}</div>
      </div>
    </div>
  );
}

function EditorOutline() {
  return (
    <div className={styles.editor}>
      <div className={styles.tools} data-part="tools">
        {several(6, styles.square)}
      </div>
      <div className={styles.view} data-part="view">
        <div className={styles.picture} />
        <div className={styles.status} />
      </div>
      <div className={styles.side} data-part="side">
        <div className={styles.classes}>{several(4, styles.control)}</div>
      </div>
    </div>
  );
}

function DatasetOutline() {
  return (
    <div className={styles.dataset}>
      <div className={styles.filters} data-part="filters">
        {several(4, styles.filter)}
      </div>
      <div />
      <div className={styles.side} data-part="side">
        <div className={styles.classes}>{several(5, styles.control)}</div>
      </div>
    </div>
  );
}

function MonitorOutline() {
  return (
    <div className={styles.monitor}>
      <div className={styles.frames}>
        <div className={styles.picture} data-part="picture" />
        <div className={styles.strip}>{several(12, styles.thumb)}</div>
      </div>
      <div className={styles.side} data-part="side">
        <div className={styles.classes}>{several(4, styles.line)}</div>
      </div>
      <div className={styles.sessions}>{several(3, styles.line)}</div>
    </div>
  );
}

/** A heading with its hint, and lines in a frame. */
function PartOutline() {
  return (
    <section className={styles.part}>
      <HeadingBone width={160} />
      <p>
        <Bone width={320} />
      </p>
      <div className={styles.lines}>{several(4, styles.row)}</div>
    </section>
  );
}
