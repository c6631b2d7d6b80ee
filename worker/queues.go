package worker

import (
	"reflect"
	"time"

	"go.temporal.io/sdk/worker"

	auditacts "selfcare/activities/audit"
	autorechargeacts "selfcare/activities/autorecharge"
	"selfcare/activities/bill"
	bulkacts "selfcare/activities/bulk"
	"selfcare/activities/courier"
	"selfcare/activities/deactivation"
	einvoiceacts "selfcare/activities/einvoice"
	endingacts "selfcare/activities/ending"
	"selfcare/activities/esim"
	gamesacts "selfcare/activities/games"
	"selfcare/activities/identity"
	"selfcare/activities/lateorder"
	"selfcare/activities/line"
	"selfcare/activities/maintenance"
	"selfcare/activities/message"
	nationaladdressacts "selfcare/activities/nationaladdress"
	"selfcare/activities/network"
	"selfcare/activities/order"
	"selfcare/activities/payment"
	"selfcare/activities/portability"
	portoutacts "selfcare/activities/portout"
	purchaseacts "selfcare/activities/purchase"
	"selfcare/activities/settlement"
	"selfcare/activities/social"
	subscriptionacts "selfcare/activities/subscription"
	"selfcare/activities/sweep"
	ticketacts "selfcare/activities/ticket"
	topupacts "selfcare/activities/topup"
	vasacts "selfcare/activities/vas"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/messages"
)

// queue is a task queue with the slots that each process which serves it has for it.
type queue struct {
	short     string // its name in the configuration
	name      string
	workflows bool // workflows start on it
	slots     int  // activities at once
	// tries limits how many calls are tried at once within a step, as local activities; zero sets no limit. A call beyond the
	// limit goes to the queue. A limit is needed where another system may hang: the tries share the slots of local activities
	// with the calls of our own database.
	tries int
	// activities returns the activities that run on it. Each struct calls one system.
	activities func(p Parts) []any
}

const (
	slotsOfPartner = 200 // a process that waits for a partner tries once a minute, and a call that hangs takes up to 15 seconds
	triesOfPartner = 16
)

// partner returns the queue of a partner in gateway/partners. It has one for itself, so that it holds nothing else if it hangs.
func partner(name string, activities func(p Parts) []any) queue {
	return queue{name, contract.TaskQueue + "-partner-" + name, false, slotsOfPartner, triesOfPartner, activities}
}

// queues say on which queue each activity runs: this is the only list of activities.
var queues = []queue{
	{"orders", contract.TaskQueue, true, 100, 0, func(p Parts) []any {
		return []any{
			order.New(p.Store, p.Announce, counting[order.Counter](p)...),
			line.New(p.Store), endingacts.New(p.Store), deactivation.New(p.Store), portoutacts.New(p.Store), ticketacts.New(p.Store),
			portability.NewPlanning(p.Store.Settings, p.Store.Ports), subscriptionacts.NewProofs(p.Store.Identities), bulkacts.New(p.Store),
		}
	}},
	{"money", contract.TaskQueueMoney, true, 50, 0, func(p Parts) []any {
		return []any{
			purchaseacts.New(p.Store, counting[purchaseacts.Counter](p)...),
			subscriptionacts.New(p.Store), autorechargeacts.New(p.Store, p.Links.Origin), bill.New(p.Store), settlement.NewDays(p.Store),
		}
	}},
	{"messages", contract.TaskQueueMessages, true, 100, 2 * triesOfPartner, func(p Parts) []any {
		links := p.Links
		links.Kept = p.Store.MessageLinks
		receipts := message.WithReceipts(message.NewReceipts(p.Store), counting[message.Counter](p)...)
		return []any{message.New(p.messages(), p.Store.Users, p.Store.Outbox, links, p.Store.Proposals, receipts)}
	}},
	{"keepers", contract.TaskQueueKeepers, true, 50, 0, func(p Parts) []any {
		return []any{
			maintenance.New(p.Store.Requests, p.Store.Sessions, p.Store.FailedSignIns, p.Store.MessageLinks, p.Store.Partitions),
			auditacts.New(p.Store.Seals, auditacts.Every), auditacts.NewVerification(p.Store.Seals),
			lateorder.New(p.Store, p.Tell, lateorder.Every), sweep.NewActivities(p.Store.Sweeps, p.Sweeps),
			einvoiceacts.New(p.Store, p.ZATCA, p.Devices...),
			vasacts.NewEnding(p.Content, p.Store.Services, vasacts.Every),
			payment.NewRemovals(p.Payment, p.Store.Cards, payment.RemovalsEvery),
			endingacts.NewReturns(p.Store.NumberReturns, p.Store.Numbers, p.Portability, endingacts.ReturnsEvery),
			subscriptionacts.NewCalls(p.Store, p.Plans, purchaseacts.NewStarts(p.Store.Purchases, p.Bought)),
			autorechargeacts.NewDates(p.Store, p.Autos, p.Links.Origin, time.Now),
		}
	}},
	// A shard of plans keeps its slot while plans are due, and works on few at once: see atWork in activities/subscription.
	{"plans", contract.TaskQueue + "-plans", false, contract.PlanShards, 0, func(p Parts) []any {
		return []any{subscriptionacts.NewShards(p.Store, time.Now)}
	}},
	// Calls of another of our workflows. It answers once it has acted, which may mean that it waits for a partner.
	{"processes", contract.TaskQueue + "-processes", false, slotsOfPartner, 2 * triesOfPartner, func(p Parts) []any {
		return []any{
			purchaseacts.NewStarts(p.Store.Purchases, p.Bought), purchaseacts.NewSwitching(p.Store.PlanSubscriptions, p.Plans),
			subscriptionacts.NewProven(p.Store.PlanSubscriptions, p.Plans), bulkacts.NewResumption(p.Store, p.Resume),
		}
	}},
	partner("payment", func(p Parts) []any {
		return []any{payment.New(p.Payment, p.Store.Cards, p.Store.PaymentStatements), settlement.New(p.Store, p.Payment)}
	}),
	partner("identity", func(p Parts) []any { return []any{identity.New(p.Identity, p.Store.Identities)} }),
	partner("registry", func(p Parts) []any { return []any{identity.NewRegistry(p.Registry)} }),
	partner("courier", func(p Parts) []any { return []any{courier.New(p.Courier, p.Store.Catalogue)} }),
	partner("network", func(p Parts) []any {
		return []any{
			network.New(p.Network), portoutacts.NewService(p.Store.Lines, p.Network), endingacts.NewNetwork(p.Store.Lines, p.Network),
			subscriptionacts.NewService(p.Store.Lines, p.Network),
		}
	}),
	partner("esim", func(p Parts) []any { return []any{esim.New(p.ESIM, p.Store.Profiles)} }),
	partner("portability", func(p Parts) []any { return []any{portability.New(p.Portability)} }),
	partner("topup", func(p Parts) []any { return []any{topupacts.New(p.TopUp)} }),
	partner("content", func(p Parts) []any { return []any{vasacts.New(p.Content, p.Store.Lines)} }),
	partner("games", func(p Parts) []any { return []any{gamesacts.New(p.Games)} }),
	partner("scan", func(p Parts) []any { return []any{ticketacts.NewScanning(p.Store.Files, p.Scan)} }),
	partner("nationaladdress", func(p Parts) []any { return []any{nationaladdressacts.New(p.NationalAddress, p.Store.Catalogue)} }),
	partner("social", func(p Parts) []any { return []any{social.New(p.Social)} }),
}

// messages returns the senders by channel.
func (p Parts) messages() messages.Gateway {
	return messages.ByChannel{messages.SMS: p.SMS, messages.Email: p.Email}
}

// activities are the activities of a process by the name of their queue.
type activities map[string][]any

func activitiesOf(p Parts) activities {
	all := activities{}
	for _, q := range queues {
		all[q.name] = q.activities(p)
	}
	return all
}

// register registers the activities of a queue, or all of them if its name is empty.
func (a activities) register(w worker.ActivityRegistry, queue string) {
	for _, q := range queues {
		if queue == "" || queue == q.name {
			for _, one := range a[q.name] {
				w.RegisterActivity(one)
			}
		}
	}
}

// queueOf returns the name of the queue of each activity, by the activity's name.
func (a activities) queueOf() map[string]string {
	of := map[string]string{}
	for name, all := range a {
		for _, one := range all {
			kind := reflect.TypeOf(one)
			for i := range kind.NumMethod() {
				of[kind.Method(i).Name] = name
			}
		}
	}
	return of
}
