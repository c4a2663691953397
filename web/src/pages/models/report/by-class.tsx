import type { RunReport } from '../../../data/runs/reports.ts';
import { exactPercent, percent } from '../../../text/time.ts';
import { useLanguage, useText } from '../../../text/use-text.tsx';
import { Table } from './table.tsx';

interface ByClassProps {
  report: RunReport;
  nameOf: (tag: string) => string;
}

export function ByClass({ report, nameOf }: ByClassProps) {
  const text = useText();
  const { language } = useLanguage();
  const { models } = text;
  const share = (of: number | null) => exactPercent(language, of);
  const common = { caption: models.byClass, head: text.setClass };
  if (report.kind === 'classes')
    return (
      <Table
        {...common}
        columns={[text.timeline, models.precision, models.recall, models.f1]}
        rows={report.classes.map(({ class: tag, images, precision, recall, f1 }) => ({
          id: tag,
          name: nameOf(tag),
          cells: [text.number(images), share(precision), share(recall), share(f1)],
        }))}
      />
    );
  return (
    <Table
      {...common}
      columns={[
        ...[models.objects, models.predicted, 'AP', 'AP50', 'AP75'],
        ...[models.bestScore, models.precision, models.recall],
      ]}
      rows={report.classes.map(({ class: tag, objects, predictions, ap, ap50, ap75, best }) => ({
        id: tag,
        name: nameOf(tag),
        cells: [
          ...[text.number(objects), text.number(predictions), share(ap), share(ap50), share(ap75)],
          best ? percent(language, best.score) : '–',
          ...[share(best?.precision ?? null), share(best?.recall ?? null)],
        ],
      }))}
    />
  );
}
