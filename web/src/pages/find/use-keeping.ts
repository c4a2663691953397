import { useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { FoundImage } from '../../data/find/found.ts';
import { membersOf } from '../../data/find/group.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { nameIn } from '../../data/records/tags.ts';
import { useJudge } from '../dataset/use-judge.ts';
import { keptOf, othersOf } from './keep.ts';

export interface Keeping {
  keptIn: (group: FoundImage) => ListedImage;
  choose: (group: FoundImage, image: string) => void;
  /** The others of these groups go to the trash. */
  keep: (groups: readonly FoundImage[]) => void;
}

/** Which of each group is kept, and how the others go to the trash. @param shown id of one that is shown large: it is kept */
export function useKeeping({ id, tags }: Dataset, shown: string | undefined): Keeping {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const judge = useJudge(id, nameIn(tags));
  const keptIn = (group: FoundImage) =>
    membersOf(group).find((each) => each.id === shown) ?? keptOf(group, chosen);
  return {
    keptIn,
    choose: ({ entry }, image) => setChosen(new Map([...chosen, [entry, image]])),
    keep: (groups) =>
      void judge(
        groups.flatMap((group) => othersOf(group, keptIn(group))),
        { decision: 'reject' },
      ),
  };
}
