import { useCallback, useEffect, useState } from 'react';
import type { Detection } from '../../../../../client/src/image.ts';
import { showError } from '../../../app/state/undo-history.ts';
import { detectIn, rememberedMapping, rememberMapping } from '../../../data/images/detect.ts';
import { usePart } from '../../../data/live/store.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import type { Tag } from '../../../data/records/tags.ts';
import { nameIn } from '../../../data/records/tags.ts';
import { percent } from '../../../text/time.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import styles from '../editor.module.css';
import type { Offer } from '../model/drawing.ts';
import type { Editor } from '../model/editor.ts';
import { mapClasses, offersOf } from '../model/suggestions.ts';
import { takeOffers } from '../predicted/offers.ts';
import { SparkIcon } from './editor-icons.tsx';

/** Requests suggestions for the open image, maps their classes and offers them. */
export function useSuggestions(editor: Editor, { id, tags }: Dataset, image: { id: string; uri: string }) {
  const text = useText();
  const [found, setFound] = useState<readonly Detection[]>([]);
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    setFound([]);
    setUnknown([]);
  }, [image.id]);
  const offer = useCallback(
    (detections: readonly Detection[]) => {
      const mapped = mapClasses(detections, tags, rememberedMapping(id));
      offerDetected(editor, offersOf(detections, mapped));
      return [...mapped].filter(([, tag]) => tag === undefined).map(([name]) => name);
    },
    [editor, id, tags],
  );
  const ask = useCallback(async () => {
    if (isAsking) return;
    setIsAsking(true);
    try {
      const detections = await detectIn(image.uri);
      if (editor.state.get().drawing?.image !== image.id) return;
      setFound(detections);
      setUnknown(offer(detections));
      editor.say(
        detections.length === 0 ? text.editor.noSuggestions : text.editor.suggestions(detections.length),
      );
    } catch (error) {
      showError(error, text);
    } finally {
      setIsAsking(false);
    }
  }, [editor, image, isAsking, offer, text]);
  const answer = (name: string, tag: string) => {
    rememberMapping(id, { ...rememberedMapping(id), [name]: tag });
    setUnknown(offer(found));
  };
  return { ask: () => void ask(), isAsking, unknown, answer };
}

const isDetected = ({ run }: Offer): boolean => run === undefined;

/** Offers these in place of what was detected before. */
const offerDetected = (editor: Editor, offers: readonly Offer[]): void =>
  editor.offer([...editor.state.get().offered.filter((each) => !isDetected(each)), ...offers]);

interface SuggestionsProps {
  editor: Editor;
  tags: readonly Tag[];
  suggestions: ReturnType<typeof useSuggestions>;
}

/** Suggestions are not saved until they are accepted, one by one or all at once. */
export function Suggestions({ editor, tags, suggestions }: SuggestionsProps) {
  const { editor: words } = useText();
  const all = usePart(editor.state, (state) => state.offered);
  const offered = all.filter(isDetected);
  const { ask, isAsking, unknown, answer } = suggestions;
  return (
    <section className={styles.suggestions} aria-label={words.suggest}>
      <Button shortcut="Shift+D" onPress={ask} isDisabled={isAsking}>
        <SparkIcon /> {isAsking ? words.suggesting : words.suggest}
      </Button>
      {unknown.map((name) => (
        <Select
          key={name}
          label={words.mapClass(name)}
          isLabelShown
          choices={[
            { id: 'ask', label: words.chooseClass },
            ...tags.map(({ id, name: label }) => ({ id, label })),
            { id: 'none', label: words.leaveOut },
          ]}
          value="ask"
          onChange={(tag) => tag !== 'ask' && answer(name, tag === 'none' ? '' : tag)}
        />
      ))}
      {offered.length > 0 && <Offers editor={editor} offered={offered} tags={tags} />}
    </section>
  );
}

interface OffersProps {
  editor: Editor;
  offered: readonly Offer[];
  tags: readonly Tag[];
}

function Offers({ editor, offered, tags }: OffersProps) {
  const text = useText();
  const { language } = useLanguage();
  const { editor: words } = text;
  const nameOf = nameIn(tags);
  return (
    <>
      <p className={styles.hint}>{words.suggestionsHint}</p>
      <ul className={styles.offers}>
        {offered.map((offer) => (
          <li key={offer.id}>
            <Button onPress={() => takeOffers(editor, [offer])}>
              {words.takeOne(nameOf(offer.tag))} · {percent(language, offer.score)}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.pair}>
        <Button look="primary" onPress={() => takeOffers(editor, offered)}>
          {words.takeAll}
        </Button>
        <Button onPress={() => offerDetected(editor, [])}>{words.dropAll}</Button>
      </div>
    </>
  );
}
