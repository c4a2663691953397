/** What can be done with the predictions that the editor shows. */
import type { Action } from '../../../ui/command.ts';
import type { Offer } from '../model/drawing.ts';
import type { Editor } from '../model/editor.ts';
import { newOffers, takeOffers } from './offers.ts';

interface Commands {
  next: Action;
  take: Action;
  takeAll: Action;
}

/** For those who may edit. */
export function predictedCommands(editor: Editor): Commands {
  const { editor: words, models } = editor.text;
  const isDisabled = shownOf(editor).length === 0;
  return {
    next: {
      ...{ label: words.nextPrediction, keys: ['Shift+v'], isDisabled },
      run: () => pointAtNext(editor),
    },
    take: { ...{ label: models.takePrediction, keys: ['Shift+t'], isDisabled }, run: () => take(editor) },
    takeAll: {
      ...{ label: words.takeAllShown, keys: ['Shift+u'], icon: 'check', once: true, isDisabled },
      run: () => takeAll(editor),
    },
  };
}

/** Without what was detected on request: that has its own panel. */
const shownOf = ({ offers }: Editor): Offer[] => offers.filter(({ run }) => run !== undefined);

/** Points at the next one, the surest first, and after the last at the first again. */
function pointAtNext(editor: Editor): void {
  const offers = shownOf(editor);
  const { pointed } = editor.state.get();
  const at = offers.findIndex(({ id }) => id === pointed);
  editor.showOffers({ pointed: offers[(at + 1) % offers.length]?.id ?? null });
}

/** Takes the one that keys point at, and points at the one behind it; without one, takes the surest that is not there yet. */
function take(editor: Editor): void {
  const offers = shownOf(editor);
  const at = offers.findIndex(({ id }) => id === editor.state.get().pointed);
  const offer = at < 0 ? newOffers(offers, editor.drawing)[0] : offers[at];
  takeOrSay(editor, offer ? [offer] : []);
  if (at >= 0) editor.showOffers({ pointed: shownOf(editor)[at]?.id ?? null });
}

function takeAll(editor: Editor): void {
  takeOrSay(editor, newOffers(shownOf(editor), editor.drawing));
  editor.showOffers({ pointed: null });
}

function takeOrSay(editor: Editor, offers: readonly Offer[]): void {
  if (offers.length === 0) editor.say(editor.text.editor.allThere);
  else takeOffers(editor, offers);
}
