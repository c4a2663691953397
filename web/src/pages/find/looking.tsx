/** What the page says while pictures have not been looked at. */
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { lookAtAll } from '../../data/rest/rest.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import styles from './find.module.css';
import { lackOf } from './kinds.ts';

/** Nothing can be found yet. */
export function NotLooked({ dataset }: { dataset: Dataset }) {
  const { find } = useText();
  if (dataset.imageCounter === 0) return <Placeholder icon={<SearchIcon size={40} />} title={find.empty} />;
  const isEditor = mayEdit(dataset.role);
  return (
    <Placeholder
      icon={<SearchIcon size={40} />}
      title={find.off}
      hint={isEditor ? find.offHint : `${find.offHint} ${find.offViewer}`}
    >
      {isEditor && (
        <Button look="primary" onPress={() => void lookAtAll(dataset.id)}>
          {find.begin}
        </Button>
      )}
    </Placeholder>
  );
}

/** Some images cannot be found yet. */
export function Lacks({ dataset }: { dataset: Dataset }) {
  const { find, rest } = useText();
  const lack = lackOf(dataset);
  if (lack === 0) return null;
  return (
    <div className={styles.lacks}>
      <p>{find.lacks(lack)}</p>
      {mayEdit(dataset.role) && <Button onPress={() => void lookAtAll(dataset.id)}>{rest.look}</Button>}
    </div>
  );
}
