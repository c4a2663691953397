import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Activity, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Redirect, Route, type StringRouteParams, Switch, useLocation } from 'wouter';
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { usePerson, useSignInEnded, wasSignedIn } from '../data/account.ts';
import { isAway } from '../data/persist.ts';
import { TextProvider, useText } from '../text/use-text.tsx';
import { WatchCameras } from './cameras/watch-cameras.tsx';
import { CommandMenu } from './command-menu.tsx';
import { appCommands, searchCommand } from './commands.ts';
import { FollowJobs } from './jobs/follow-jobs.tsx';
import { runKey, useKeys } from './keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { WholeOutline } from './outline.tsx';
import { addresses } from './places/addresses.ts';
import { Shell } from './shell.tsx';
import { SignOutDialog } from './sign-out.tsx';
import { ErrorBoundary } from './state/error-boundary.tsx';
import { Notices } from './state/notices.tsx';
import { useCommands } from './use-commands.ts';

const SignIn = lazy(async () => ({ default: (await import('../pages/sign-in/sign-in.tsx')).SignIn }));
const Capture = lazy(async () => ({ default: (await import('../pages/capture/capture.tsx')).Capture }));
const Missing = lazy(async () => ({ default: (await import('../pages/missing.tsx')).Missing }));

/** The route of a page, which gets the parameters of its path. Its code is loaded when it is first opened. */
function page<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, ComponentType<StringRouteParams<Path>>>>,
  name: Name,
) {
  const Page = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (
    <Route key={path} path={path as string}>
      {(params) => <Page key={params[0]} {...params} />}
    </Route>
  );
}

const ROUTES = [
  page('/', () => import('../pages/home/home.tsx'), 'Home'),
  page('/datasets/:id', () => import('../pages/dataset/dataset.tsx'), 'Dataset'),
  page('/datasets/:id/review', () => import('../pages/review/review.tsx'), 'Review'),
  page('/datasets/:id/versions', () => import('../pages/versions/versions.tsx'), 'Versions'),
  page('/datasets/:id/versions/new', () => import('../pages/versions/new-version.tsx'), 'NewVersion'),
  page('/datasets/:id/versions/:number', () => import('../pages/versions/version.tsx'), 'Version'),
  page(
    '/datasets/:id/versions/:before/diff/:after',
    () => import('../pages/versions/diff/version-diff.tsx'),
    'VersionDiff',
  ),
  page('/datasets/:id/models', () => import('../pages/models/models.tsx'), 'Models'),
  page('/datasets/:id/models/new', () => import('../pages/models/new/new-model.tsx'), 'NewModel'),
  page('/datasets/:id/models/:number', () => import('../pages/models/report/model.tsx'), 'Model'),
  page('/datasets/:id/models/:number/images', () => import('../pages/models/images/images.tsx'), 'RunImages'),
  page('/datasets/:id/images/:image', () => import('../pages/image/image-page.tsx'), 'ImagePage'),
  page('/datasets/:id/rest', () => import('../pages/rest/rest.tsx'), 'Rest'),
  page('/datasets/:id/find', () => import('../pages/find/find.tsx'), 'Find'),
  page('/datasets/:id/import', () => import('../pages/import/import.tsx'), 'Import'),
  page('/datasets/:id/jobs', () => import('../pages/jobs/jobs.tsx'), 'Jobs'),
  page('/datasets/:id/people', () => import('../pages/people/people.tsx'), 'DatasetPeople'),
  page('/datasets/:id/trash', () => import('../pages/trash/trash.tsx'), 'Trash'),
  page('/datasets/:id/settings', () => import('../pages/settings/dataset-settings.tsx'), 'DatasetSettings'),
  page('/monitors', () => import('../pages/wall/wall.tsx'), 'Wall'),
  page('/monitors/:id', () => import('../pages/monitor/monitor.tsx'), 'Monitor'),
  page('/monitors/:id/people', () => import('../pages/people/people.tsx'), 'MonitorPeople'),
  page('/monitors/:id/settings', () => import('../pages/settings/monitor-settings.tsx'), 'MonitorSettings'),
];

/** Milliseconds until a failed request is repeated. */
const RETRY_AFTER = 5_000;

/** Whether the request may succeed later. Errors of Firebase's SDK may pass too. */
const mayPass = (error: Error): boolean => !(error instanceof SightlineError) || isAway(error);

/** Answers of the service are cached while a page is open, and requested again when it is reopened or after a failure. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: ({ state: { error } }) => (error && mayPass(error) ? RETRY_AFTER : false),
      networkMode: 'always',
    },
  },
});

export function App() {
  return (
    <TextProvider>
      <QueryClientProvider client={queries}>
        <Navigation>
          <Pages />
          <Notices />
        </Navigation>
      </QueryClientProvider>
    </TextProvider>
  );
}

/** Sends React Aria's links through the router. The API documentation is not part of the console, so the browser loads it. */
function Navigation({ children }: { children: ReactNode }) {
  const [, go] = useLocation();
  const navigate = (href: string) => (href === addresses.docs ? location.assign(href) : go(href));
  return <RouterProvider navigate={navigate}>{children}</RouterProvider>;
}

function Pages() {
  const person = usePerson();
  const hasEnded = useSignInEnded();
  const [path] = useLocation();
  // A phone that is a camera: by its key, whoever is signed in.
  if (path === addresses.capture)
    return (
      <Suspense>
        <Capture />
      </Suspense>
    );
  if (person === undefined)
    return wasSignedIn() ? (
      <Shell>
        <WholeOutline />
      </Shell>
    ) : null;
  if (person === null)
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    );
  const kept = (
    // A different user starts with a fresh state.
    <Activity key={person.uid} mode={hasEnded ? 'hidden' : 'visible'}>
      <GlobalKeys />
      <WatchCameras />
      <FollowJobs />
      <Shell>
        <ErrorBoundary page={path}>
          <Suspense fallback={<WholeOutline />}>
            <Routes />
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <CommandMenu />
      <KeysDialog />
      <SignOutDialog />
    </Activity>
  );
  return (
    <>
      {kept}
      {hasEnded && (
        <Suspense>
          <SignIn />
        </Suspense>
      )}
    </>
  );
}

const Routes = () => (
  <Switch>
    {ROUTES}
    <Route path="/index.html">
      <Redirect to="/" replace />
    </Route>
    <Route>
      <Missing />
    </Route>
  </Switch>
);

function GlobalKeys() {
  const text = useText();
  useEffect(() => {
    window.addEventListener('keydown', runKey);
    return () => window.removeEventListener('keydown', runKey);
  }, []);
  useCommands(Object.values(appCommands(text)), text.everywhere);
  useKeys(text.everywhere, [searchCommand(text)]);
  return null;
}
