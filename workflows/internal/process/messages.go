package process

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// ReceiveMessages returns the channel of one kind of news from outside. The API delivers each as an update, which costs the server a third
// of a signal. A message that no worker takes at once comes as a signal, and may then come both ways. reports counts them.
// Messages beyond the history's limit are refused or dropped; the process also asks by itself, because reports can be lost.
func ReceiveMessages[M any](ctx workflow.Context, name string, reports *int) (workflow.ReceiveChannel, error) {
	arrived := workflow.NewBufferedChannel(ctx, mostArrived)
	signals := workflow.GetSignalChannel(ctx, name)
	workflow.Go(ctx, func(ctx workflow.Context) {
		for {
			var message M
			signals.Receive(ctx, &message)
			if *reports++; *reports <= mostReports {
				arrived.Send(ctx, message)
			}
		}
	})
	handle := func(ctx workflow.Context, message M) error {
		*reports++
		arrived.Send(ctx, message)
		return nil
	}
	room := func(M) error {
		if *reports >= mostReports {
			return Refuse(contract.FailChangedTooOften)
		}
		return nil
	}
	return arrived, workflow.SetUpdateHandlerWithOptions(ctx, name, handle, workflow.UpdateHandlerOptions{Validator: room})
}

// mostArrived is the size of the buffer, as large as the SDK's for signals. Beyond it a message would stay unanswered, and a
// process does not end before all are answered.
const mostArrived = 100_000

// Listen takes each message of an outside system once, beside the phases, in the order of arrival. event returns the id of a
// message that its sender may repeat, else "".
func Listen[S, M any](p *Process[S], name string, event func(M) string, take func(workflow.Context, M)) error {
	channel, err := ReceiveMessages[M](p.Root, name, &p.reports)
	p.channels = append(p.channels, channel, workflow.GetSignalChannel(p.Root, name))
	workflow.Go(p.Root, func(ctx workflow.Context) {
		seen := map[string]bool{}
		for {
			var message M
			channel.Receive(ctx, &message)
			if id := event(message); id == "" || !seen[id] {
				seen[id] = true
				p.pending++
				take(ctx, message)
				p.pending--
			}
		}
	})
	return err
}
