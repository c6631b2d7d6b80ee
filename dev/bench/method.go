package bench

// method is the part of the document that explains the measurement of each figure.
const method = `
## How they are taken

- **P1**: each customer taps the identity app when its digits are on the screen. Sooner, the call-back overtakes the record of
  its request, is refused and repeated after a second, and the figure would measure that second. One round before the others
  is not counted: statements are planned, connections and caches filled.
- **P2**: whole orders, number to active line, one buyer each; the courier's scans are kept 0.4 s apart, because scans that
  arrive together share workflow tasks. Counted are all events of the order and of its children after their end, and the bytes
  of all payloads in them as Temporal stores them: packed and encrypted. Commit 7f3ca0c was counted once in the same way.
- **P3**: the naive order in ` + "`dev/bench/naive`" + ` walks the same journey with the same activities, the same simulators and
  the same worker options, written the obvious way: a signal per step, the answer by polling a query every 20 ms, regular
  activities only, a child workflow per concern. Both are driven without HTTP, so that only the workflows differ. The
  product reads its row every 20 ms where it waits for something from outside. In the naive rounds the payment provider's
  reports are switched off: nothing waits for them there, and the product would look into each. The activities are today's, not
  frozen as at 7f3ca0c: the figure is what the workflows are worth, not how much faster the product became since (ADR 37).
- **P4, P5**: ours over HTTP with everything a browser's request goes through (validation, idempotency, ownership), the bare
  workflow through the SDK; one call at a time, in turns of drawn order, 20 ms after the one before. Ours is answered
  when Temporal has recorded it (ADR 20). The update without HTTP is measured along with them, sent straight to Temporal. The bare update of P5 changes one row of a table of its own through pgx.
- **P8**: the same rows of the same table, 16 clients, pools with the same number of connections; the kinds
  take turns in slices of 2,000, and the table is vacuumed before each slice.
- **P9**: 200 connections are let go at once. Winners are counted at the clients, doubles in the numbers and orders tables.
- **M1**: ten lines, each with a card that the provider keeps; started through the product's own way to Temporal, without HTTP, until
  the workflow has ended. Events are those of the purchase's history. One round before the others is not counted.
- **M2**: each posting is an operation of two lines with a key of its own, on the account of one of 50 lines; half take away, and what a
  line does not have is refused. The bare transaction inserts two rows in two statements. In slices, in turn.
- **P6**: one customer's order that is active, with its session and ownership, and one customer's dashboard, with session, ownership,
  balance and buckets, each asked for by 16 clients. The bare handler reads the order's row and compares its session, or reads session,
  line, balance and buckets in four statements, and sends the rows as they are. In slices, in turn.
- **P7**: the first page of plans, and of bundles, 16 clients, through all middleware and the contract's checks. The bare handler sends the same bytes from
  memory, unpacked, out of a process of its own: in the client's it would be spared what a change of process costs, which is as much as the answer; for 304 it stands behind Fiber's own ETag, and both are asked with the ETag that they gave. In slices, in turn.
- **M3**: 2,000 prepaid lines without a workflow are due in the same second; the time counts from then until the last one has its
  next cycle, with its charge, buckets and message. Charges are counted in the ledger afterwards. Events are those that all 256 shards add
  meanwhile, for each renewal. The bare workflows run before each round.
- **M4** (on demand: ` + "`ONLY=M4`" + `): 20,000 lines are added and their plans begin; memory is what the process of API and
  worker has before and after, and what each line adds is projected.
- **M5**: a switch for the next cycle is an update of the line's workflow, changed to and fro by one customer; a switch at once is a
  purchase from the balance, and only its first answer counts: before the next call it is at its end. Each customer begins 20.
- **M6**: fifty prepaid lines, each with an account and a session; each gives 1 SAR to another one, with the code that was asked for and read
  on its phone before the clock ran, until the transfer has arrived and its workflow has ended. In slices of fifty, with the bare workflows behind each round; one
  slice before the others is not counted. Limits of codes are lifted between slices, because they are those of one person.
- **P10**: a round signs in forty users one at a time, in turn with hashes in this process; then 320 users with 32 clients, each
  request from an address of its own because one address has a limit, while one more customer looks at an order every 10 ms;
  then 500 at once, far more than are done within the four seconds that a password may wait.
- **P14**: two stacks of their own that have done nothing before. The one in clear is built from the same source but for one line, by which
  Temporal is given JSON as it is: neither packed nor encrypted. The product has no switch for that. Whole eSIM orders as in P1, in turn, each
  stack first in every other round; three times as many rounds as of other figures, because the two share the machine.
- **P15**: a second stack, on other ports, is started once so that its database, its users and its engine are there, and then stopped and
  started again by the program that ` + "`make run`" + ` starts. Memory is what is resident of its process and of all it started, with pages
  that several share counted once (Pss).
`
