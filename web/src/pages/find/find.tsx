import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { useQueryState } from '../../app/places/query-state.ts';
import { findAgain } from '../../data/find/found.ts';
import { useNews } from '../../data/images/use-news.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useRestWork } from '../../data/rest/rest.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Tabs } from '../../ui/form/tabs.tsx';
import { keepFocus } from '../../ui/frame/keep-focus.ts';
import { Page } from '../../ui/frame/page.tsx';
import look from '../judging/judging.module.css';
import { Working } from '../rest/working.tsx';
import { kindsOf, NAMES, toAsked, usualGood } from './kinds.ts';
import { Like } from './like.tsx';
import { Lacks, NotLooked } from './looking.tsx';
import { NearCopies } from './near-copies.tsx';
import { OddImages } from './odd-images.tsx';
import { WrongLabels } from './wrong-labels.tsx';

export const Find = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="find">
    {(dataset) => <Known dataset={dataset} />}
  </DatasetPage>
);

/** What this tab works on, else whether the pictures have been looked at, else what is found. */
function Known({ dataset }: { dataset: Dataset }) {
  const work = useRestWork(dataset.id);
  if (work)
    return (
      <Page>
        <Working dataset={dataset.id} work={work} />
      </Page>
    );
  return dataset.looked ? <Found dataset={dataset} /> : <NotLooked dataset={dataset} />;
}

const NOTHING = { good: undefined, like: undefined, view: undefined, image: undefined };

function Found({ dataset }: { dataset: Dataset }) {
  const { find, models } = useText();
  const [state, change] = useQueryState(NAMES);
  const client = useQueryClient();
  const news = useNews(dataset.id);
  const key = JSON.stringify(toAsked(dataset, state));
  const asked = useMemo(() => JSON.parse(key) as ReturnType<typeof toAsked>, [key]);
  const { kind, good } = asked;
  const isOne = kind === 'wrong' ? state.view === 'one' : kind === 'duplicates' && state.image !== undefined;
  const shown = { dataset, asked, news };
  const show = (view: 'one' | undefined, image?: string) => change({ view, image });
  return (
    <div className={look.images} data-view={isOne ? 'one' : 'tiles'}>
      <header className={look.head}>
        {asked.like !== undefined && <Like dataset={dataset.id} image={asked.like} />}
        <div className={look.choices}>
          <Tabs
            label={find.kind}
            choices={kindsOf(dataset).map((id) => ({ id, label: find.kinds[id] }))}
            value={kind === 'similar' ? null : kind}
            onChange={(kind) => change({ ...NOTHING, kind })}
          />
          {kind === 'unusual' && (
            <Select
              label={find.good}
              isLabelShown
              choices={dataset.tags.map(({ id, name }) => ({ id, label: name }))}
              value={good ?? usualGood(dataset) ?? ''}
              onChange={(good) => change({ good })}
            />
          )}
        </div>
        <div className={look.actions} onMouseDownCapture={keepFocus}>
          {kind === 'wrong' && (
            <Button onPress={() => show(isOne ? undefined : 'one')}>
              {isOne ? models.showTiles : models.showOne}
            </Button>
          )}
          {!isOne && <Button onPress={() => void findAgain(client, dataset.id)}>{find.again}</Button>}
        </div>
        <Lacks dataset={dataset} />
      </header>
      {kind === 'wrong' ? (
        <WrongLabels {...shown} isOne={isOne} first={state.image} onShow={show} />
      ) : kind === 'duplicates' ? (
        <NearCopies {...shown} shown={state.image} onShow={(image, options) => change({ image }, options)} />
      ) : (
        <OddImages key={key} {...shown} />
      )}
    </div>
  );
}
