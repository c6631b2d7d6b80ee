package workflowtest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	rules "selfcare/internal/domain/ticket"
)

// TicketRules are the rules of stories of service requests.
var TicketRules = rules.Rules{
	AnswerDays: 2, EscalatedDays: 1, CloseAfter: 7 * 24 * time.Hour, ReopenFor: 30 * 24 * time.Hour, Days: calendar.Calendar{AroundTheClock: true},
}

// TicketBooks fake the writes of a service request. By default everything succeeds.
type TicketBooks struct {
	*Journal
	Rules rules.Rules
	DueIn time.Duration // until our answer is due; zero: as the rules say
	mu    sync.Mutex
	saved contract.Ticket
}

// NewTicketBooks makes empty books.
func NewTicketBooks(j *Journal) *TicketBooks { return &TicketBooks{Journal: j, Rules: TicketRules} }

// Last is the last written state of the service request.
func (b *TicketBooks) Last() contract.Ticket {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.saved
}

// save is one write. A state that is not newer than the saved one is answered with the saved one.
func (b *TicketBooks) save(t contract.Ticket, effect string) (contract.Ticket, error) {
	if err := b.try(effect); err != nil {
		return t, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.saved.ID == t.ID && b.saved.Seq >= t.Seq {
		return t, temporal.NewNonRetryableApplicationError("ahead", contract.ErrorSavedAhead, nil, b.saved)
	}
	b.saved = t
	b.write(effect)
	return t, b.lost(effect)
}

func (b *TicketBooks) OpenRequest(_ context.Context, t contract.Ticket, in contract.TicketOpening) (contract.Ticket, error) {
	if t.Seq > 0 {
		return t, nil
	}
	t = rules.Received(t, b.Rules, in.Now)
	t.Seq = 1
	if b.DueIn > 0 {
		t.DueAt = in.Now.Add(b.DueIn)
	}
	return b.save(t, "open-request")
}

func (b *TicketBooks) ActOnRequest(_ context.Context, t contract.Ticket, in contract.TicketAct) (contract.Ticket, error) {
	next := rules.After(t, in, b.Rules)
	next.Seq++
	return b.save(next, string(in.Action))
}

func (b *TicketBooks) PassTime(_ context.Context, t contract.Ticket, in contract.TicketPassing) (contract.Ticket, error) {
	next := rules.Passed(t, b.Rules, in.Now)
	next.Seq++
	return b.save(next, "pass-time")
}

// NewTicket is the complaint of stories.
func NewTicket() contract.TicketInput {
	return contract.TicketInput{
		Link: "https://selfcare.example/ar/service-request/CR0000000001#secret", Text: "my calls drop", Details: contract.TicketDetails{Contact: "0551234567"},
		Ticket: contract.Ticket{ID: "01900000-0000-7000-8000-0000000000c1", Reference: "CR0000000001", Kind: contract.TicketComplaint, Topic: "calls", Language: "ar"},
	}
}

// TicketStory is one service request under the virtual clock.
type TicketStory struct {
	*testsuite.TestWorkflowEnvironment
	*Journal
	T       *testing.T
	Books   *TicketBooks
	Input   contract.TicketInput
	Refusal error
}

// NewTicketStory opens a service request at once.
func NewTicketStory(t *testing.T) *TicketStory {
	j := NewJournal()
	s := newTicketStory(t, j, NewTicketBooks(j), NewTicket())
	s.At(0, func() { s.update(contract.UpdateOpenTicket, "open-1", s.Input, func(err error) { s.Refusal = err }) })
	return s
}

// NextTicketStory is the next run of a story.
func NextTicketStory(t *testing.T, before *TicketStory, in contract.TicketInput) *TicketStory {
	return newTicketStory(t, before.Journal, before.Books, in)
}

func newTicketStory(t *testing.T, j *Journal, books *TicketBooks, in contract.TicketInput) *TicketStory {
	env := NewEnvironment()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.TicketWorkflowID(contract.TicketComplaint, "CR0000000001")})
	Register(env, books)
	return &TicketStory{TestWorkflowEnvironment: env, Journal: j, T: t, Books: books, Input: in}
}

// At runs do at a moment of the virtual clock.
func (s *TicketStory) At(when time.Duration, do func()) { s.RegisterDelayedCallback(do, when) }

// Acts sends an action and keeps its refusal.
func (s *TicketStory) Acts(when time.Duration, action contract.TicketAction) (refusal *error) {
	return s.ActsAs(when, "", action)
}

// ActsAs is Acts with a key.
func (s *TicketStory) ActsAs(when time.Duration, key string, action contract.TicketAction) (refusal *error) {
	refusal = new(error)
	act := contract.TicketAct{Action: action, Text: "words", CSTReference: "CST-1"}
	s.At(when, func() { s.update(contract.UpdateActOnTicket, key, act, func(err error) { *refusal = err }) })
	return refusal
}

// Opens sends the first update again. Another id stands for another service request with the same reference.
func (s *TicketStory) Opens(when time.Duration, id string) (refusal *error) {
	refusal = new(error)
	in := s.Input
	in.Ticket.ID = id
	s.At(when, func() { s.update(contract.UpdateOpenTicket, "", in, func(err error) { *refusal = err }) })
	return refusal
}

func (s *TicketStory) update(name, key string, arg any, answered func(error)) {
	s.UpdateWorkflow(name, key, &testsuite.TestUpdateCallback{
		OnAccept: func() {},
		OnReject: func(err error) { answered(asReceived(err)) },
		OnComplete: func(_ any, err error) {
			if err != nil {
				err = asReceived(err)
			}
			answered(err)
		},
	}, arg)
}

// Runs takes the service request to its end.
func (s *TicketStory) Runs() contract.Ticket {
	s.ExecuteWorkflow(contract.WorkflowTicket, s.Input)
	require.True(s.T, s.IsWorkflowCompleted())
	require.NoError(s.T, s.GetWorkflowError())
	return s.Books.Last()
}
