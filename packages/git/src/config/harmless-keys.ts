/**
 * Keys that a repository's own configuration may have in the hardened profile. This is an allow list, because many keys
 * can run a program, include a file, rewrite a url or point out of the folder, and each release of git may add more.
 */

const words = (text: string): string => text.trim().split(/\s+/).join('|');

const CORE = words(`
  repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf
  quotepath abbrev compression loosecompression bigfilethreshold packedgitlimit packedgitwindowsize deltabasecachelimit
  checkstat trustctime untrackedcache preloadindex splitindex commitgraph multipackindex sharedrepository whitespace
  commentchar commentstring protecthfs protectntfs fsync fsyncmethod fsyncobjectfiles createobject sparsecheckout
  sparsecheckoutcone warnambiguousrefs disambiguate filesreflocktimeout packedrefstimeout usereplacerefs
  maxtreedepth notesref checkroundtripencoding hidedotfiles longpaths`);

const SECTIONS: readonly (readonly [section: string, names: string])[] = [
  ['core', CORE],
  ['user|author|committer', words('name email useconfigonly')],
  ['branch', words('autosetupmerge autosetuprebase sort')],
  ['init', words('defaultbranch defaultobjectformat defaultrefformat')],
  ['pull', words('rebase ff')],
  ['push', words('default autosetupremote followtags')],
  ['fetch', words('prune prunetags parallel output writecommitgraph')],
  ['remote', words('pushdefault')],
  ['merge', words('conflictstyle renames renamelimit ff log stat directoryrenames verbosity')],
  [
    'diff',
    words(`algorithm renames renamelimit mnemonicprefix noprefix indentheuristic colormoved colormovedws context
      interhunkcontext ignoresubmodules submodule suppressblankempty wserrorhighlight relative`),
  ],
  [
    'status',
    words('branch short relativepaths renames renamelimit showuntrackedfiles aheadbehind showstash'),
  ],
  ['log', words('date decorate abbrevcommit follow graphcolors mailmap')],
  ['i18n', words('commitencoding logoutputencoding')],
  ['gc', words('auto autopacklimit autodetach pruneexpire reflogexpire reflogexpireunreachable packrefs')],
  ['pack', words('window depth threads windowmemory compression usebitmaps writebitmaps usesparse')],
  ['index', words('version threads sparse recordendofindexentries recordoffsettable skiphash')],
  ['feature', words('manyfiles experimental')],
  ['maintenance', words('auto strategy')],
  ['receive', words('denycurrentbranch denydeletes denynonfastforwards')],
  ['rerere', words('enabled autoupdate')],
  ['extensions', words('objectformat refstorage noop worktreeconfig partialclone')],
  ['submodule', words('active')],
  ['lfs', words('repositoryformatversion')],
];

/** With a subsection, which may contain any character. */
const NAMED: readonly (readonly [section: string, names: string])[] = [
  ['branch', words('remote merge rebase pushremote description vscode-merge-base github-pr-owner-number')],
  [
    'remote',
    words(`url pushurl fetch tagopt prune prunetags skipdefaultupdate skipfetchall mirror followremotehead promisor
      partialclonefilter`),
  ],
  ['submodule', words('url active branch ignore fetchrecursesubmodules')],
];

const HARMLESS = [
  ...SECTIONS.map(([section, names]) => new RegExp(`^(${section})\\.(${names})$`)),
  ...NAMED.map(([section, names]) => new RegExp(`^(${section})\\..+\\.(${names})$`, 's')),
  /^(color|column|advice|gui)\.[a-z0-9-]+$/,
  /^color\.[a-z0-9-]+\.[a-z0-9-]+$/,
];

export const isHarmless = (key: string): boolean => HARMLESS.some((each) => each.test(key));
