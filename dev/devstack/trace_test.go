package devstack

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	_ "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp" // registers the message that it sends
	enumspb "go.temporal.io/api/enums/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoregistry"

	"selfcare/api/gen"
	"selfcare/dev/customer"
)

const (
	browsersTrace  = "4bf92f3577b34da6a3ce929d0e0e4736"
	browsersParent = "00-" + browsersTrace + "-00f067aa0ba902b7-00" // not sampled: sampling is our decision
	mostOfHeader   = 200                                            // bytes that a trace may cost each event of a history
)

// receiver is an OTLP collector in memory.
type receiver struct {
	*httptest.Server
	mu    sync.Mutex
	spans []told
}

// told is a span and its process.
type told struct {
	span
	service, instance string
}

type span struct {
	TraceID                    []byte `json:"traceId"`
	Name                       string
	Attributes, Events, Status json.RawMessage
}

// exported is an OTLP request, in JSON.
type exported struct {
	ResourceSpans []struct {
		Resource struct {
			Attributes []struct {
				Key   string
				Value struct{ StringValue string }
			}
		}
		ScopeSpans []struct{ Spans []span }
	}
}

func decodeExported(body []byte) (sent exported, err error) {
	kind, err := protoregistry.GlobalTypes.FindMessageByName("opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest")
	if err != nil {
		return sent, err
	}
	message := kind.New().Interface()
	if err := proto.Unmarshal(body, message); err != nil {
		return sent, err
	}
	text, err := protojson.Marshal(message)
	if err != nil {
		return sent, err
	}
	return sent, json.Unmarshal(text, &sent)
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(r.take))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) take(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	sent, wrong := decodeExported(body)
	if err != nil || wrong != nil || req.URL.Path != "/v1/traces" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, from := range sent.ResourceSpans {
		about := map[string]string{}
		for _, attribute := range from.Resource.Attributes {
			about[attribute.Key] = attribute.Value.StringValue
		}
		for _, scope := range from.ScopeSpans {
			for _, span := range scope.Spans {
				r.spans = append(r.spans, told{span, about["service.name"], about["service.instance.id"]})
			}
		}
	}
}

// of returns the spans of a trace.
func (r *receiver) of(trace string) []told {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(r.spans), func(s told) bool { return hex.EncodeToString(s.TraceID) != trace })
}

// named returns the services with a span of that name.
func (r *receiver) named(trace, name string) (services []string) {
	for _, span := range r.of(trace) {
		if span.Name == name {
			services = append(services, span.service)
		}
	}
	return services
}

// browser sends the trace of its page with each call.
type browser struct{ http.RoundTripper }

func (b browser) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("traceparent", browsersParent)
	return b.RoundTripper.RoundTrip(request)
}

// A single trace leads from a click to the called partner, across workers, and contains nothing of the person.
func TestRun_Order_HasOneTrace(t *testing.T) {
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "100") // milliseconds until spans are sent
	r := newReceiver(t)
	c := openApart(t, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": r.URL})
	who := customer.AnyPerson()
	shopper := c.shopper(who)

	require.NoError(t, shopper.StartWithAny(c.ctx, "bronze"))
	for _, sent := range []string{"RunWorkflow:Order", "RunActivity:OpenOrder"} { // by the first worker, before it dies
		require.Eventually(t, func() bool { return len(r.named(browsersTrace, sent)) == 1 }, time.Minute, 50*time.Millisecond, sent)
	}
	c.killWorker()
	c.startWorker()
	require.Eventually(t, func() bool { return shopper.ChoosePlan(c.ctx, "hawakom-55") == nil }, 2*time.Minute, time.Second)
	c.finishes(shopper)

	for name, service := range map[string]string{
		"startOrder":               "selfcare-api", // the operation
		"payOrder":                 "selfcare-api",
		"RunWorkflow:Order":        "selfcare-worker", // before the kill
		"RunActivity:OpenOrder":    "selfcare-worker",
		"HandleUpdate:pay":         "selfcare-worker", // after it
		"RunActivity:ChargeCard":   "selfcare-worker",
		"payment charge":           "selfcare-worker", // the call
		"RunActivity:OrderProfile": "selfcare-worker", // the workflow's own step, replayed by then
		"esim downloadOrder":       "selfcare-worker",
	} {
		require.Eventually(t, func() bool { return slices.Contains(r.named(browsersTrace, name), service) }, time.Minute, 50*time.Millisecond, "%s of %s in %v", name, service, r.names())
	}
	require.Len(t, r.named(browsersTrace, "RunWorkflow:Order"), 1, "a replay tells nothing again")
	require.Len(t, r.workers(), 2, "both workers")
	require.Contains(t, c.lastTrace("payment", "charge"), browsersTrace, "the partner can tell, too")
	requireNothingOf(t, who, *shopper.Order.Msisdn, r)
	c.requireSmallHeaders("order/" + shopper.Order.OrderNumber)
	c.close()
}

func (c *counter) shopper(who customer.Person) *customer.Customer {
	api := customer.NewClient(strings.TrimSuffix(c.cfg.PublicURL, "/")+"/api", "en")
	api.HTTP.Transport = browser{api.HTTP.Transport}
	shopper := customer.New(api, c.cards, who)
	shopper.Phone = &customer.Phone{Base: strings.TrimSuffix(c.variables["PAYMENT_URL"], "/payment"), HTTP: patient}
	shopper.WantsESIM("apple-iphone-16")
	return shopper
}

// finishes continues until the eSIM can be installed.
func (c *counter) finishes(shopper *customer.Customer) {
	c.t.Helper()
	finish(c.ctx, c.t, shopper)
}

func finish(ctx context.Context, t *testing.T, shopper *customer.Customer) {
	t.Helper()
	for _, step := range []func(context.Context) error{
		shopper.ShowEligibility, shopper.ProveIdentity, shopper.GiveContact, shopper.Confirm,
		func(ctx context.Context) error { return shopper.Pay(ctx, customer.CardApproved) },
		shopper.AwaitActivationCode,
	} {
		require.NoError(t, step(ctx))
	}
}

func (r *receiver) names() []string {
	var names []string
	for _, span := range r.of(browsersTrace) {
		names = append(names, span.service+" "+span.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (r *receiver) workers() []string {
	var workers []string
	for _, span := range r.of(browsersTrace) {
		if span.service == "selfcare-worker" {
			workers = append(workers, span.instance)
		}
	}
	slices.Sort(workers)
	return slices.Compact(workers)
}

// lastTrace is the trace of an operation's last call.
func (c *counter) lastTrace(system, operation string) string {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, strings.TrimSuffix(c.variables["PAYMENT_URL"], "/payment")+"/control/state", http.NoBody)
	require.NoError(c.t, err)
	answer, err := patient.Do(request)
	require.NoError(c.t, err)
	defer func() { require.NoError(c.t, answer.Body.Close()) }()
	var state struct {
		Systems map[string]struct {
			Calls map[string]struct{ Trace string }
		}
	}
	require.NoError(c.t, json.NewDecoder(answer.Body).Decode(&state))
	return state.Systems[system].Calls[operation].Trace
}

// requireNothingOf searches all spans for a person.
func requireNothingOf(t *testing.T, who customer.Person, msisdn string, r *receiver) {
	t.Helper()
	for _, span := range r.of(browsersTrace) {
		said := fmt.Sprintf("%s %s %s %s", span.Name, span.Attributes, span.Events, span.Status)
		for _, personal := range []string{who.IDNumber, who.FullName, who.Email, who.Mobile, strings.TrimPrefix(who.Mobile, "0"), msisdn, "http://", "@"} {
			require.NotContains(t, said, personal)
		}
	}
}

func (c *counter) requireSmallHeaders(workflowID string) {
	c.t.Helper()
	history, headers := c.client.GetWorkflowHistory(c.t.Context(), workflowID, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT), 0
	for history.HasNext() {
		event, err := history.Next()
		require.NoError(c.t, err)
		for _, header := range []proto.Message{
			event.GetWorkflowExecutionStartedEventAttributes().GetHeader(),
			event.GetActivityTaskScheduledEventAttributes().GetHeader(),
			event.GetWorkflowExecutionUpdateAcceptedEventAttributes().GetAcceptedRequest().GetInput().GetHeader(),
		} {
			if size := proto.Size(header); size > 0 {
				require.Less(c.t, size, mostOfHeader)
				headers++
			}
		}
	}
	require.NotZero(c.t, headers)
}

func isActive(o gen.Order) bool { return o.Stage == "active" }
