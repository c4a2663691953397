import { useCommands } from '../../app/use-commands.ts';
import { useText } from '../../text/use-text.tsx';
import { CommandButton } from '../../ui/form/command-button.tsx';
import { keepFocus } from '../../ui/frame/keep-focus.ts';
import { Facts } from '../viewer/facts.tsx';
import { Labels } from '../viewer/labels.tsx';
import { Picture } from '../viewer/picture.tsx';
import { ClassChoice } from './class-choice.tsx';
import { type ReviewProps, reviewCommands } from './commands.ts';
import styles from './review.module.css';
import { Strip } from './strip.tsx';

/**
 * The current image as large as possible, the possible judgements, and the next images. A pointer takes no focus: if a button
 * had it, Enter would press that button again, on the next image, instead of accepting the image.
 */
export function Desk(props: ReviewProps) {
  const { image, images, at, go } = props.review;
  const { enter, buttons, classes, others } = reviewCommands(props, useText());
  useCommands([enter, ...classes, ...buttons, ...others]);
  return (
    <div className={styles.desk}>
      <Picture dataset={props.dataset} image={image} />
      <Strip images={images} at={at} onGo={go} onMouseDownCapture={keepFocus} />
      <aside className={styles.side} onMouseDownCapture={keepFocus}>
        <Facts image={image} />
        <Labels dataset={props.dataset} image={image} />
        {classes.length > 0 && <ClassChoice classes={classes} current={image.tag} />}
        <div className={styles.actions}>
          <CommandButton of={enter} look="primary" />
          {buttons.map((each) => (
            <CommandButton key={each.label} of={each} />
          ))}
        </div>
      </aside>
    </div>
  );
}
