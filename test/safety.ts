/**
 * A test by its file and its title, as it is there; `shown`: what it tests in words, where the title has values or
 * needs its file.
 */
export type NamedTest = readonly [file: string, title: string, shown?: string]

/** What an attacker may try, what keeps it from doing harm, and the tests that fail without that. */
export interface Defence {
  readonly against: string
  readonly by: string
  readonly tests: readonly NamedTest[]
}

const conversation = 'test/app/comments'
const audit = 'test/app/audit'
const page = 'test/page/page.test.ts'
const packaging = 'test/packaging.slow.test.ts'
const yaml = 'test/documents/yaml.test.ts'
const inYaml = (title: string, ...shown: readonly [] | readonly [string]): NamedTest => [yaml, title, ...shown]

/** Every line of the safety table. The page of security prints it, and a test looks for every title. */
export const defences: readonly Defence[] = [
  {
    against: 'front matter that asks to be evaluated (`---js`)',
    by: 'only a bare `---` opens front matter; the engines that evaluate are taken out of the library, and out of the bundle',
    tests: [
      ['test/documents/front-matter.test.ts', 'front matter that asks to be run'],
      ['test/build.slow.test.ts', 'takes the code that evaluates out of the libraries, and they still work'],
      [
        'test/build.slow.test.ts',
        '%s cannot run text as code, and needs nothing that is not there',
        'no program in dist can run text as code, or needs anything that is not there',
      ],
    ],
  },
  {
    against: 'YAML alias bombs, deep nesting, keys twice, merge keys, tags',
    by: 'a strict subset is read, everything else is a finding with its place',
    tests: [
      inYaml('an alias in brackets'),
      inYaml('the same key twice'),
      inYaml('a merge key'),
      inYaml('a tag of its own'),
      inYaml('of %s without end is refused', 'nesting without end is refused'),
      ['test/documents/yaml-data.test.ts', 'is not larger for its aliases than its reader bears'],
      ['test/documents/yaml-data.test.ts', 'is not deeper for its aliases than for its brackets'],
      ['test/hostile.slow.test.ts', 'is read in bounded time and memory'],
    ],
  },
  {
    against: 'keys such as `__proto__`',
    by: 'what is read becomes own properties, and is looked up as such',
    tests: [
      inYaml('as plain data keep keys that name parts of objects'),
      ['test/documents/yaml-data.test.ts', 'makes own properties of all keys'],
    ],
  },
  {
    against: 'regular expressions and globs from files',
    by: 'one engine of linear time for all of them',
    tests: [
      ['test/documents/glob.test.ts', 'stay linear on hostile patterns and names'],
      ['test/documents/json-schema.test.ts', 'is linear in time whatever the pattern'],
    ],
  },
  {
    against: 'schemas from files',
    by: 'applied by our own reader, which follows no reference outside',
    tests: [
      [
        'test/documents/json-schema.test.ts',
        'is never looked for elsewhere: %s',
        'a reference to another file or address is never followed',
      ],
      ['test/documents/json-schema.test.ts', 'any texts'],
    ],
  },
  {
    against: 'symbolic links in place of files and folders',
    by: 'below the root nothing is read or written through one, in the path’s middle no more than at its end',
    tests: [
      ['test/gateways/disk.test.ts', 'follows a link only where it is the folder that was named'],
      ['test/gateways/disk.test.ts', 'is not read through a link'],
      ['test/protocols/plugin/commands/accept.test.ts', 'is refused for a link in place of a file'],
      ['test/entry/init.test.ts', 'writes nothing through a link'],
    ],
  },
  {
    against: '`..` and absolute paths in names',
    by: 'no path leaves the root, and no command writes below `.git` or `.github`',
    tests: [
      ['test/gateways/tree/apply.test.ts', 'does not leave the folder: %j', 'no path leaves the folder'],
      [`${conversation}/refusals.test.ts`, 'is never made: %s', 'no command changes a file below `.git` or `.github`'],
      [
        'test/core/configured-paths.test.ts',
        'of state is never %s',
        'no configured path of state lies below `.git` or outside the repository',
      ],
    ],
  },
  {
    against: 'letters that look alike',
    by: 'they are other letters; an author who may give commands gets a reply that shows the difference',
    tests: [
      ['test/protocols/plugin/status.test.ts', 'stays different where letters only look alike'],
      ['test/engine/commands/grammar.test.ts', 'a typo'],
    ],
  },
  {
    against: 'workflow commands, mentions, HTML, fences and links in values that are printed',
    by: 'messages show values as code, on one line and cut; every renderer has its own test',
    tests: [
      ['test/hostile.slow.test.ts', 'is nothing alive in a workflow’s log'],
      ['test/hostile.slow.test.ts', 'is nothing alive in Markdown'],
      ['test/hostile.slow.test.ts', 'is nothing alive in SARIF'],
      ['test/hostile.slow.test.ts', 'is nothing alive on a terminal'],
      [
        'test/render/markdown.test.ts',
        'lets nothing be live: no mention, link, image, HTML or command, whatever is in any text',
      ],
      [`${conversation}/hostile.test.ts`, 'comes back inert: %s', 'no text in a reply takes effect'],
      ['test/render/reply-comment.test.ts', 'holds a diff in a fence that nothing in it closes'],
      ['test/core/message.test.ts', 'is code on one line, cut, whatever is in it'],
      [
        'test/render/excerpt.test.ts',
        'is inert and 80 columns wide at most, whatever the line is, with its mark below it',
      ],
    ],
  },
  {
    against: 'trailers forged in arguments',
    by: 'values are encoded so that none begins a line',
    tests: [
      [`${conversation}/hostile.test.ts`, 'in the arguments of a command say nothing either'],
      ['test/engine/commands/ledger.test.ts', 'reads what it wrote, whatever is in the values'],
    ],
  },
  {
    against: 'comments that are edited',
    by: 'an edit never runs anything; a comment that is edited before it is handled is not run, and one that was ever edited is not run late',
    tests: [
      [
        'test/app/deliveries/events.test.ts',
        '%s %s: %j',
        'only the listed events have an effect: an edit runs no command',
      ],
      [`${conversation}/edits.test.ts`, 'runs nothing; one reply tells its author to write a new one'],
      [`${conversation}/edits.test.ts`, 'runs nothing, and gets one reply: %s', 'runs nothing, and gets one reply'],
      [`${conversation}/edits.test.ts`, String.raw`is not run late: its text may be another person\u2019s`],
    ],
  },
  {
    against: 'forged check names and markers',
    by: 'a check run or comment counts as ours by its author, never by its name or marker alone',
    tests: [
      [
        'test/app/review/check-head.test.ts',
        String.raw`does not take another app\u2019s check run of that name for ours`,
      ],
      [`${conversation}/hostile.test.ts`, 'of another account does not become our answer, nor our sticky comment'],
      ['test/engine/installation.test.ts', 'finds: $about', 'every bad example of these rules is found'],
      [`${audit}/audit.test.ts`, 'is a check run with a name of ours by another app'],
      [`${audit}/audit.test.ts`, 'is an issue or a comment of another account that begins as ours do'],
    ],
  },
  {
    against: 'commands by those who may not give them',
    by: 'the role is read from GitHub at the moment of acting; what cannot be found out is refused, and a bot may only what names it',
    tests: [
      ['test/engine/commands/permission.test.ts', '%s /%s', 'which role may give which command'],
      [`${conversation}/handle.test.ts`, 'counts as it is at that moment: one that was taken away is none'],
      [`${conversation}/settings.test.ts`, 'lets nothing happen'],
      [`${conversation}/settings.test.ts`, 'that cannot be read is a refusal that reports it'],
      [`${conversation}/refusals.test.ts`, 'may do what is allowed by their name, and nothing else'],
    ],
  },
  {
    against: 'an undo that repeats or takes back what its author may not do',
    by: 'an undo is not undone, and asks for the role, the `allow` and the duties of every command that goes back',
    tests: [
      [`${conversation}/undo.test.ts`, 'does not repeat what its author may not do: an undo is not undone'],
      [`${conversation}/undo.test.ts`, 'asks for the role of what it takes back, of every command of a commit'],
      [
        `${conversation}/undo.test.ts`,
        'asks for who may by `allow`, teams among them',
        'an undo asks who is allowed, teams included',
      ],
      [`${conversation}/undo.test.ts`, 'asks for the duties of what it takes back'],
    ],
  },
  {
    against: 'commands inside HTML, links or formulas, which look as if they were none',
    by: 'Markdown is read by a parser, and elements of HTML are nested as browsers nest them: what is open counts for nothing',
    tests: [
      [
        'test/documents/conversation.test.ts',
        'counts for nothing between a tag and its end: %j',
        'a command inside HTML does nothing',
      ],
      ['test/documents/conversation.test.ts', 'is marked where nothing ends it: %j', 'HTML without an end is marked'],
      [
        'test/documents/conversation.test.ts',
        'counts for nothing in a formula: %j',
        'a command inside a formula does nothing',
      ],
      ['test/documents/conversation.test.ts', 'is not text in a link by reference, nor in one to a script'],
    ],
  },
  {
    against: 'comments that are made to be slow to read',
    by: 'every step before the author is authorized takes linear time, the Markdown library’s too, and a text is parsed once',
    tests: [
      ['test/engine/commands/linear.slow.test.ts', 'is read in steps that grow with its length alone'],
      ['test/documents/markdown-blocks.test.ts', 'are few, however many cells a table is filled up with'],
      [
        `${conversation}/comment.test.ts`,
        'is not parsed again until its commit is made, though the branch moves meanwhile',
      ],
    ],
  },
  {
    against: 'clicks on buttons by those who may not, on a head that has moved, on check runs that are not ours',
    by: 'a click is a command: judged by the role at that moment, by the policy of the base, and for the head that the button was shown for',
    tests: [
      [
        `${conversation}/click.test.ts`,
        'by an account that may not is refused on the check run, by the role at that moment',
      ],
      [
        `${conversation}/click.test.ts`,
        'uses the policy of the base: who is allowed, duties, and a SHA that is demanded',
      ],
      [
        `${conversation}/click.test.ts`,
        'on a head that has moved does nothing, and the check run that was clicked reports it',
      ],
      [
        `${conversation}/click.test.ts`,
        'does not count where the check run is not ours, not called so, not finished, or of another commit',
      ],
    ],
  },
  {
    against: 'people who judge their own work',
    by: '`separate-duties`: who worked on a change, as GitHub knows it, may not accept or review it',
    tests: [
      [
        'test/app/comments/authorization/separation-of-duties.test.ts',
        'refuse it to a pusher in any spelling of the name, whatever author the commit names',
      ],
      [
        'test/app/comments/authorization/separation-of-duties.test.ts',
        'refuse every change when the pusher is unknown',
      ],
      ['test/app/comments/authorization/separation-of-duties.test.ts', 'refuse the pusher every change'],
      [
        'test/app/comments/authorization/separation-of-duties.test.ts',
        'refuse it to the account that requested the handback, in whichever comment, and let it be done by others again',
      ],
    ],
  },
  {
    against: 'a branch with the name that Baton would give to its own',
    by: 'a branch is ours by its commits, never by its name',
    tests: [[`${conversation}/places.test.ts`, 'leaves a foreign branch of that name alone']],
  },
  {
    against: 'names that a shell would act on, in a command line that a reply proposes',
    by: 'whatever is not plain is quoted',
    tests: [
      [
        `${conversation}/places.slow.test.ts`,
        'is replaced by the line that makes it, in which nothing is for the shell',
      ],
    ],
  },
  {
    against: 'a commit hidden among very many',
    by: 'a change with more commits than can be looked at is an error',
    tests: [
      [
        `${conversation}/scopes.test.ts`,
        'are not judged where there are so many that one could hide, and that is an error',
      ],
    ],
  },
  {
    against: 'webhooks with a wrong signature or none',
    by: 'nothing is taken that the secret has not signed; without a secret the bot does not start',
    tests: [
      ['test/entry/bot.slow.test.ts', 'takes nothing that GitHub has not signed, and acknowledges at once what it has'],
      ['test/entry/bot/misconfigured.slow.test.ts', 'a bot that is misconfigured'],
      [
        'test/entry/bot/webhooks.test.ts',
        'that %s is refused, and the log has its id and the reason alone',
        'an invalid delivery is refused, and the log has only its id and the reason',
      ],
    ],
  },
  {
    against: 'webhooks with an endless body',
    by: 'one above 25 MB, announced or not, is refused before it is held, all together hold no more than four of them, and a client that sends nothing is disconnected within seconds',
    tests: [
      ['test/entry/bot/webhooks.test.ts', 'is refused by what it says of itself, before any of it has come'],
      ['test/entry/bot/webhooks.test.ts', 'is refused as soon as it is, where it comes in pieces'],
      ['test/entry/bot/webhooks.test.ts', 'is neither read further nor held'],
      ['test/entry/bot/webhooks.test.ts', 'leaves its room to others, of all of which no more is held than there is'],
      [
        'test/entry/bot/webhooks.test.ts',
        'that send %s are closed',
        'connections that send nothing, or only a part, are closed',
      ],
    ],
  },
  {
    against: 'webhooks that are replayed',
    by: 'a handled command is found by the reaction to it; without one, by the trailers of its commit or by its answer',
    tests: [
      [
        `${conversation}/handle.test.ts`,
        'is known by the reaction, and by the commit without one, though it could be done again',
      ],
      [
        `${conversation}/handle.test.ts`,
        'and was refused is known by the reaction, and by the answer without one, though it could be done by now',
      ],
      [
        'test/entry/bot/chaos.slow.test.ts',
        'are each handled exactly once (seed ${seed})',
        'many commands under faults and restarts are each handled exactly once',
      ],
    ],
  },
  {
    against: 'policy changed in the same change',
    by: 'configuration, permissions and owners are read from the base',
    tests: [
      ['test/entry/action-checkout.slow.test.ts', 'is that of the base, never of the head'],
      ['test/hostile.slow.test.ts', 'is read without a configuration that it brings'],
      [`${conversation}/scopes.test.ts`, 'are of agents that the table of the base has, not that of the change'],
    ],
  },
  {
    against: 'an old fork point with an old policy',
    by: 'the policy is that of the tip of the base, not of the merge base',
    tests: [
      [
        'test/entry/action-checkout.slow.test.ts',
        'is that of the tip of the base: an old fork point does not bring an old one back',
      ],
      [
        'test/entry/revisions.slow.test.ts',
        'take the policy from the tip of the base: an old fork point does not bring an old one back',
      ],
      [
        `${conversation}/settings.test.ts`,
        String.raw`is that of the base\u2019s tip, not of where the change parted from it`,
      ],
    ],
  },
  {
    against: 'a configuration that cannot be read',
    by: 'the check fails and every command is refused; the defaults never stand in for it',
    tests: [
      [
        'test/hostile.slow.test.ts',
        'with $what: nothing is checked',
        'with a configuration that cannot be read, nothing is checked',
      ],
      [
        'test/app/review/check-head.test.ts',
        'fails the check, and refuses every command, to those who would be heard by default',
        'the check fails and every command is refused, also to people with the default permissions',
      ],
    ],
  },
  {
    against: 'branches that change between reading and writing',
    by: 'compare-and-swap; what is planned again must find the same state and the same contracts',
    tests: [
      [`${conversation}/commits.test.ts`, 'is refused where the target is another'],
      [`${conversation}/commits.test.ts`, 'is refused where a contract of the target is another'],
      [`${conversation}/commits.test.ts`, 'is refused where a commit was named'],
      [
        'test/gateways/github/conversations/conversation.test.ts',
        'overlooks no commit where the pull request lags behind its branch',
      ],
    ],
  },
  {
    against: 'secrets in logs',
    by: 'all that is printed, by libraries too, goes through one place: it knows its fields, and of an error what it is called and where it was',
    tests: [
      [
        'test/entry/bot/secrets.slow.test.ts',
        'never holds a comment, a signature, a token, a key or a password, whatever goes wrong and however verbose it is',
      ],
      [
        'test/entry/bot/log.test.ts',
        'has nothing of an error %s but what is safe',
        'the log has only the safe parts of an error',
      ],
      [
        'test/entry/bot/webhooks.test.ts',
        'that %s is refused, and the log has its id and the reason alone',
        'an invalid delivery is refused, and the log has only its id and the reason',
      ],
    ],
  },
  {
    against: 'old comments at a fresh installation, or where a repository is added later',
    by: 'the sweep looks at nothing older than the installation, than the moment the repository was added, or than three days',
    tests: [
      ['test/app/deliveries/sweep.test.ts', 'leaves alone what is older than the installation, or than three days'],
      ['test/entry/bot/added.slow.test.ts', 'runs no comment from between, and those that come after'],
      ['test/entry/bot/added.slow.test.ts', 'runs none either when the bot was not running'],
      ['test/entry/bot/added.slow.test.ts', 'runs no comment from before its start, until it can'],
    ],
  },
  {
    against: 'strangers who use up the rate limit',
    by: 'a role is read once for each person and batch; for a comment by an author without access it is never read again, nor for others by that author within a minute',
    tests: [
      [
        'test/entry/bot/budgets.slow.test.ts',
        'costs one role, for thirty comments %s in three sweeps',
        'thirty comments in three sweeps cost one look-up of a role',
      ],
      [
        'test/entry/bot/budgets.slow.test.ts',
        'costs nothing the second time in a conversation, and is heard a minute after being let in',
      ],
      ['test/app/deliveries/questions.test.ts', 'are read once, as long as they do not change'],
    ],
  },
  {
    against: 'our own comments, edited by others',
    by: 'no text of ours on GitHub is read back as data; the sticky comment is written again from files and trailers',
    tests: [[`${conversation}/hostile.test.ts`, 'in place of our sticky comment is written over']],
  },
  {
    against: 'the dashboard issue, edited by others',
    by: 'its text is compared as a whole and never read: what is there counts for nothing, and is written over',
    tests: [
      [`${audit}/dashboard.test.ts`, 'that a person has edited is written again, and its new title stays'],
      [`${audit}/dashboard.test.ts`, 'is found by author and marker, never by title or marker alone'],
      ['test/render/dashboard.test.ts', 'is inert in the dashboard issue'],
    ],
  },
  {
    against: 'the tracking issue of the audit, edited by others',
    by: 'what it remembers counts only while we are its last editor; else the audit is a full one',
    tests: [
      [`${audit}/month.test.ts`, 'another account edits the text'],
      [`${audit}/audit.test.ts`, 'checks everything once another account has edited the text of the issue'],
    ],
  },
  {
    against: 'our trailers, imitated by others',
    by: 'only commits count whose author we are and whose signature GitHub has verified',
    tests: [
      [
        `${conversation}/hostile.test.ts`,
        'say nothing: %s',
        'trailers without our author and GitHub’s signature count for nothing',
      ],
      ['test/gateways/github/conversations/conversation.test.ts', 'are those that we made and GitHub signed'],
      [
        'test/gateways/github/conversations/ledger.test.ts',
        'is recognized by the address that GitHub gave: %s',
        'our commits are recognised by the address that GitHub gave',
      ],
    ],
  },
  {
    against: 'a change that deletes all state',
    by: '`neutral` is for repositories in which head and base have nothing',
    tests: [
      ['test/app/review/check-head.test.ts', 'a change that deletes all state'],
      ['test/entry/cli.test.ts', 'finds that the last target was removed: that has been checked'],
    ],
  },
  {
    against: 'commits that exist only in a fork',
    by: 'a commit counts if it leads to the head: that it can be read proves nothing',
    tests: [
      ['test/app/command/past-of.slow.test.ts', 'has nothing that is not an ancestor'],
      [
        'test/app/comments/handover.test.ts',
        'are accepted as what completes a step: others are refused, abbreviated ones are found',
        'only commits of the branch complete a step; abbreviated ones are found',
      ],
      [
        'test/entry/action-checkout.slow.test.ts',
        'takes the policy and the base from the repository, not from what the checkout calls so',
      ],
    ],
  },
  {
    against: 'revisions and paths that begin with `-`',
    by: 'revisions come after `--end-of-options`, paths go by standard input',
    tests: [
      [
        'test/gateways/git/clone.slow.test.ts',
        'takes what begins with a dash for no option where a commit is expected',
      ],
      ['test/entry/revisions.slow.test.ts', 'take nothing for an option of git'],
      ['test/app/command/past-of.slow.test.ts', 'takes nothing for an option of git'],
    ],
  },
  {
    against:
      'names, values, authors and subjects of commits that would be markup, script or an address in the page of a board',
    by: 'all data is text that Preact escapes, or JSON without `<`; a policy with two hashes lets the page run its own script, show its own style, and fetch nothing',
    tests: [
      [page, 'never becomes markup, and never an address'],
      [page, 'has a policy first, which lets its own script and style run and nothing else'],
      ['test/page/parts.test.ts', 'is unpacked as it was, through JSON that nothing breaks out of'],
      ['test/page/browser.slow.test.ts', 'makes no element of any text, and opens a target of any name'],
      ['test/page/browser.slow.test.ts', 'keeps its policy: nothing that is put into it runs, and nothing is fetched'],
    ],
  },
  {
    against: 'a website whose host name points to this machine (DNS rebinding), while `baton board --serve` runs',
    by: 'it listens on 127.0.0.1 alone, refuses every other `Host`, lets no other origin read it, and only reads',
    tests: [
      [
        'test/page/serve.slow.test.ts',
        'serves the page, its model and its events to this machine alone, and ends when it is interrupted',
      ],
    ],
  },
  {
    against: 'output files and folders of state that are planted links',
    by: 'what is written is a new file beside the place, which then takes it',
    tests: [
      ['test/gateways/tree/apply.test.ts', 'is not written through a planted link'],
      ['test/entry/action-checkout.slow.test.ts', 'writes nothing through links that the head has planted'],
    ],
  },
  {
    against: 'a clone whose configuration names programs',
    by: 'only plumbing is called, without hooks, external diff, text conversion, lazy fetch and replace objects',
    tests: [
      ['test/gateways/git/clone.slow.test.ts', 'has none of its programs run'],
      [
        'test/gateways/git/clone.slow.test.ts',
        'has no %s even where a command would run it',
        'hooks and monitors of the clone are not run, even by commands of git that would',
      ],
      ['test/gateways/git/clone.slow.test.ts', 'is not swapped by the environment'],
      ['test/entry/commits.slow.test.ts', 'runs nothing that the repository names'],
      ['test/gateways/git/clone.slow.test.ts', 'that lacks objects is not completed, by whatever program it names'],
      ['test/gateways/git/clone.slow.test.ts', 'puts no object in the place of another'],
      ['test/hostile.slow.test.ts', 'has none of them run'],
    ],
  },
  {
    against:
      'a clone whose configuration names another program as our merge driver, and `baton doctor`, which starts it',
    by: 'only a command is started that has this very program merge the files that git names; every other is reported, and not run',
    tests: [
      ['test/gateways/git/merge-driver.slow.test.ts', 'starts this program alone'],
      ['test/gateways/git/merge-driver.slow.test.ts', 'passes a path that says no more than it names'],
    ],
  },
  {
    against: 'a `.gitattributes` that points the merge driver at other files',
    by: 'only the configured registry with its table is merged by rows, every other file as git merges text',
    tests: [
      [
        'test/entry/merge-registry.slow.test.ts',
        'other files are merged as git does it, whatever a branch sets the driver on',
      ],
      ['test/entry/merge-registry.test.ts', 'merges another path as text, where rows side by side are a conflict'],
      [
        'test/app/sync/resolve-pull.slow.test.ts',
        'is left to people where one plugin was changed on both sides, or another file',
      ],
    ],
  },
  {
    against: 'two programs on one working tree',
    by: 'a lock keeps writers apart, and each plans on what the one before has left; who only reads looks again where something was written meanwhile',
    tests: [
      [
        'test/entry/together.slow.test.ts',
        'all succeed on targets of their own, and those that look see no half of it',
      ],
      ['test/gateways/tree/session.test.ts', 'each go on from what the one before has left'],
      ['test/gateways/tree/session.test.ts', 'plan again where an editor comes between reading and writing'],
      ['test/gateways/tree/session.test.ts', 'does not see half of a set, and takes nothing from the writer'],
      ['test/gateways/tree/session.test.ts', 'write nothing when their lock was taken from them while they slept'],
    ],
  },
  {
    against: '`kill -9` between two renames, and a disk that refuses one of them',
    by: 'a journal records the intended change; the next program that comes takes it back, or finishes it, before it reads',
    tests: [
      [
        'test/gateways/tree/killed.slow.test.ts',
        'has done all or nothing when the next one looks, and leaves no file behind',
      ],
      ['test/gateways/tree/killed.slow.test.ts', 'may be followed by one that is killed while it puts things right'],
      [
        'test/gateways/tree/killed.slow.test.ts',
        'has taken all of a set or nothing, names the file with the reason, and keeps no file of ours',
      ],
    ],
  },
  {
    against: 'a lock or a journal that is checked out, or planted',
    by: 'a journal that git knows or that others may read is not obeyed, and none leads out of the tree or into `.git`; a lock whose holder is gone is taken over',
    tests: [
      [
        'test/gateways/tree/commits.slow.test.ts',
        'is not obeyed where it %s',
        'a journal that git tracks, or that others can read, is not obeyed',
      ],
      [
        'test/gateways/tree/session.slow.test.ts',
        'leads nowhere but into the tree: %s',
        'a journal writes only inside the tree',
      ],
      [
        'test/gateways/tree/lock.test.ts',
        'that is unreadable is taken over as from another host: %j',
        'a lock that cannot be read is taken over like that of another host',
      ],
      [
        'test/gateways/tree/lock.test.ts',
        'cannot be where %s is, without any waiting',
        'a folder, link or pipe in place of the lock is refused at once',
      ],
    ],
  },
  {
    against: 'pipes, devices and folders where a file is named',
    by: 'only regular files are opened, and without waiting: everything else is wrong usage',
    tests: [
      [
        'test/entry/failures.test.ts',
        'is wrong usage, and not waited for: %s, %s',
        'a pipe or device is wrong usage, and nothing waits for it',
      ],
      ['test/entry/failures.test.ts', 'as a path is wrong usage as well: %s', 'the same for a path to check'],
      ['test/entry/cli.test.ts', 'takes neither a folder nor a pipe for the registry'],
    ],
  },
  {
    against: 'histories, tables and lists as long as a file may be, in every command',
    by: 'each file is read and written in one pass: what is twice as long takes twice the steps',
    tests: [
      [
        'test/large.slow.test.ts',
        'take twice the steps where they are twice as large, whatever is done with them',
        'checks and commands take twice the steps where a repository is twice as large',
      ],
      [
        'test/large.slow.test.ts',
        'is read and written as often whatever their number: %s, %s, %s, %s',
        'a file that is edited in many places is read and written as often as one that is edited once',
      ],
    ],
  },
  {
    against: 'a time that does not exist or lies in the future, with which every waiting time would be over',
    by: '`--at` is refused',
    tests: [
      ['test/entry/failures.test.ts', 'is a moment that exists: not %j', 'a time that does not exist is refused'],
      [
        'test/entry/failures.test.ts',
        'is not ahead of the clock, but for what clocks differ',
        'a time in the future is refused, except for the usual difference between clocks',
      ],
    ],
  },
  {
    against: 'workflows that are set up so that they may be abused',
    by: '`baton doctor`; the workflows that `baton init` writes have none of it',
    tests: [
      ['test/engine/installation.test.ts', 'finds: $about', 'every bad example of these rules is found'],
      ['test/engine/installation.test.ts', 'are to be pinned'],
      [
        'test/engine/installation.test.ts',
        'are sound when they are pinned: %s',
        'the written workflows pass when they are pinned',
      ],
      [
        'test/entry/init.test.ts',
        'writes what GitHub takes for workflows, and nothing that doctor reports but what init reports itself',
      ],
    ],
  },
  {
    against: 'an action of others that is replaced under its tag, and a token that may do more than it needs',
    by: 'the workflows of this repository and the examples pin actions by their SHA; they ask for least permission, as all do that are printed',
    tests: [
      [packaging, 'names every action by a commit, and its version after it'],
      [packaging, 'is no more than they need: %s', 'workflows have only the permissions that they need'],
      [packaging, 'declares its permissions, ends, and leaves no token in a checkout'],
      [packaging, 'writes nothing of an event into a script'],
      [
        'test/docs/workflows.slow.test.ts',
        'does what the page says, on $event, with no more than it is given: $page',
        'each workflow in the documentation does what its page says, with the permissions that it has there',
      ],
    ],
  },
]
