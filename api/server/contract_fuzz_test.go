package server_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/server/middleware"
	"selfcare/api/servertest"
	"selfcare/dev/testkit/requests"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

var (
	fuzzCases = flag.Int("cases", 5, "made-up requests of each operation of the contract")
	fuzzSeed  = flag.Uint64("contract-seed", 20_261_125, "of the made-up requests; the same one makes the same ones")
	fuzzOnly  = flag.String("operation", "", "the one operation to make requests of")
	fuzzRaw   = flag.String("raw", "", "a file for what was counted")
)

// TestContract_GeneratedRequest_IsAnswered (S12) generates requests of every operation, by callers who may call
// it and by others. No answer is a server failure, each answer keeps the contract, a request that breaks the contract is refused,
// and a refused request writes nothing.
func TestContract_GeneratedRequest_IsAnswered(t *testing.T) {
	servertest.RunAlone(t) // transactions are numbered for all databases of the server
	openapi3filter.RegisterBodyDecoder("text/event-stream", openapi3filter.PlainBodyDecoder)
	t.Cleanup(func() { openapi3filter.UnregisterBodyDecoder("text/event-stream") })
	t.Logf("S12: seed %d, %d requests of each operation", *fuzzSeed, *fuzzCases)
	document, err := gen.GetSpec()
	require.NoError(t, err)
	f := &contractFuzz{t: t}
	walk(t, func(id, method, path string, row sample) {
		f.all = append(f.all, fuzzed{ID: id, method: method, path: path, row: row, item: document.Paths.Value(path)})
	})
	slices.SortFunc(f.all, func(a, b fuzzed) int { return strings.Compare(a.ID, b.ID) })
	if *fuzzOnly != "" {
		f.all = slices.DeleteFunc(f.all, func(op fuzzed) bool { return op.ID != *fuzzOnly })
	}
	for first := 0; first < *fuzzCases; first += inRow {
		f.renew()
		for i := range f.all {
			f.operation(&f.all[i], first, min(first+inRow, *fuzzCases))
		}
	}
	f.conclude()
}

// inRow is the number of requests of one operation in a row. Short rows let each operation
// meet the state that others left.
const inRow = 20

// contractFuzz sends the generated requests and counts the outcomes.
type contractFuzz struct {
	t      *testing.T
	world  *world
	ended  *fiber.App // a server whose streams end at once
	all    []fuzzed
	faults int
}

func (f *contractFuzz) operation(op *fuzzed, first, end int) {
	if op.made == nil {
		op.Statuses = map[int]int{}
		op.made = requests.For(op.path, op.item, op.method, op.ID, *fuzzSeed, f.knows(op.path))
		op.dice = rand.New(rand.NewPCG(*fuzzSeed, uint64(len(op.ID))))
	}
	for n := first; n < end; n++ {
		if !f.world.intact() {
			f.renew()
		}
		f.world.Redis.FlushAll() // removes limits and countdowns of the request before
		op.Cases++
		op.customer = f.world.customers[op.dice.IntN(len(f.world.customers))]
		if rule, _ := permission.Of(op.ID); rule.Key == permission.Bills && (n == first || op.dice.IntN(3) > 0) {
			op.customer = f.world.payer
		}
		if op.dice.IntN(3) > 0 {
			f.world.prepares(op.ID, op.customer)
		}
		switch {
		case n == first || op.dice.IntN(8) == 0:
			f.send(op, op.made.Sampled(op.row.body), true)
		case n == first+1:
			f.send(op, op.made.Good(), true)
		default:
			f.send(op, op.made.Any(), op.dice.IntN(4) > 0)
		}
	}
}

func (f *contractFuzz) renew() {
	if f.world != nil {
		f.world.Disconnect()
	}
	f.world = newWorld(f.t)
	app, err := server.New(f.world.Options)
	require.NoError(f.t, err)
	require.NoError(f.t, app.Shutdown())
	f.ended = app
}

// knows looks up a name by its operation, then by the folder of its address, then anywhere.
func (f *contractFuzz) knows(path string) requests.Known {
	folder := ""
	for part := range strings.SplitSeq(path, "/") {
		if slices.Contains([]string{"orders", "purchases", "deactivations", "invoices", "cases"}, part) {
			folder = part
		}
	}
	return func(operation, name string) []any {
		for _, key := range []string{operation + "." + name, folder + "." + name, name} {
			if values := f.world.names[key]; len(values) > 0 {
				return values
			}
		}
		return nil
	}
}

// send makes a request as a caller with or without the right to make it.
func (f *contractFuzz) send(op *fuzzed, made requests.Request, rightful bool) {
	headers := servertest.Header{"Authorization": "", "Accept-Language": "en"}
	if rightful {
		headers = f.rightful(op, made)
	} else {
		headers = f.stranger(op)
	}
	build := func() *http.Request {
		request := httptest.NewRequestWithContext(f.t.Context(), op.method, "http://selfcare.example/api"+made.Path, bytes.NewReader(made.Body))
		for name, value := range headers {
			if value != "" {
				request.Header.Set(name, value)
			}
		}
		maps.Copy(request.Header, made.Headers)
		return request
	}
	keeps := f.keepsContract(build(), asSent) && !made.Broken || f.isMended(build)
	before := f.written()
	got := f.answer(op, build())
	op.count(got, rightful, keeps)
	f.judge(op, made, build, got, keeps, rightful, before)
}

// isMended tells a request that breaks the contract as it was sent, and keeps it as the readers of its values read it: marks,
// blanks and hyphens that people copy along.
func (f *contractFuzz) isMended(build func() *http.Request) bool {
	return !f.keepsContract(build(), asSent) && f.keepsContract(build(), middleware.ReadTyped)
}

// asSent leaves a value as it was sent.
func asSent(_ *openapi3.Schema, value any) any { return value }

// judge checks an answer against every rule of this test.
func (f *contractFuzz) judge(op *fuzzed, made requests.Request, build func() *http.Request, got servertest.Answer, keeps, rightful bool, before string) {
	request := build()
	fault := func(why string) {
		op.Faults = append(op.Faults, why)
		if f.faults++; f.faults <= 40 {
			f.t.Errorf("%s: %s: %s, rightful %v: %.300q with %.300q and %v was answered %d %.500s, with %s in the log",
				op.ID, why, made.What, rightful, made.Path, made.Body, request.Header, got.StatusCode, got.Body, &f.world.said)
		}
	}
	if got.StatusCode >= http.StatusInternalServerError {
		fault("a server failure")
	}
	route, parameters, err := servertest.ContractRoutes(f.t).FindRoute(request)
	if err == nil {
		err = servertest.KeepsContract(request, route, parameters, got)
	}
	if err != nil {
		fault("an answer that is not in the contract: " + err.Error())
	}
	if got.StatusCode >= http.StatusBadRequest && !worded(got) {
		fault("a refusal that the catalogue does not have")
	}
	broken := !keeps
	if broken && got.StatusCode < http.StatusBadRequest {
		fault("a request that does not keep the contract was taken")
	}
	if (broken || got.StatusCode == http.StatusUnauthorized && op.ID != "signIn") && before != f.written() && f.writesAgain(op, build) {
		fault("a refused request has written something")
	}
}

func worded(got servertest.Answer) bool {
	var problem gen.Problem
	if json.Unmarshal(got.Body, &problem) != nil {
		return false
	}
	return contract.Catalogue[contract.Code(problem.MessageKey)].Status == got.StatusCode
}

// keepsContract checks a request with an independent validator, once its values were read.
func (f *contractFuzz) keepsContract(request *http.Request, read func(*openapi3.Schema, any) any) bool {
	route, parameters, err := servertest.ContractRoutes(f.t).FindRoute(request)
	if err != nil {
		return true // the address belongs to no operation
	}
	query := request.URL.Query()
	for _, parameter := range slices.Concat(route.PathItem.Parameters, route.Operation.Parameters) {
		name, schema := parameter.Value.Name, parameter.Value.Schema
		if schema == nil {
			continue
		}
		if given, is := parameters[name]; is && parameter.Value.In == openapi3.ParameterInPath {
			if decoded, err := url.PathUnescape(given); err == nil {
				given = decoded // like the handler's value
			}
			parameters[name], _ = read(schema.Value, given).(string)
		}
		if given := query[name]; len(given) == 1 && parameter.Value.In == openapi3.ParameterInQuery {
			given[0], _ = read(schema.Value, given[0]).(string)
		}
	}
	request.URL.RawQuery = query.Encode()
	if sent := route.Operation.RequestBody; sent != nil && sent.Value.Content.Get("application/json") != nil {
		raw, err := io.ReadAll(request.Body)
		require.NoError(f.t, err)
		var body any
		if json.Unmarshal(raw, &body) == nil {
			raw, err = json.Marshal(read(sent.Value.Content.Get("application/json").Schema.Value, body))
			require.NoError(f.t, err)
		}
		request.Body = io.NopCloser(bytes.NewReader(raw))
		request.ContentLength = int64(len(raw))
	}
	return openapi3filter.ValidateRequest(f.t.Context(), &openapi3filter.RequestValidationInput{
		Request: request, PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{SkipSettingDefaults: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	}) == nil
}

func (f *contractFuzz) answer(op *fuzzed, request *http.Request) servertest.Answer {
	app := f.world.App
	if op.ID == "streamOrderEvents" {
		app = f.ended
	}
	servertest.WithHostLine(request)
	response, err := app.Test(request, fiber.TestConfig{})
	require.NoError(f.t, err, op.ID)
	var body bytes.Buffer
	_, err = body.ReadFrom(response.Body)
	require.NoError(f.t, err, op.ID)
	require.NoError(f.t, response.Body.Close())
	return servertest.Answer{Response: response, Body: body.Bytes()}
}

// written returns a number that changes with each transaction that writes.
func (f *contractFuzz) written() (transaction string) {
	f.t.Helper()
	require.NoError(f.t, f.world.DB.NewRaw("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").Scan(f.t.Context(), &transaction))
	return transaction
}

// writesAgain tells a request that writes from the database's own work, which happens now and then.
func (f *contractFuzz) writesAgain(op *fuzzed, build func() *http.Request) bool {
	for range 3 {
		before := f.written()
		f.answer(op, build())
		if f.written() == before {
			return false
		}
	}
	return true
}

// rightful returns the headers of a caller who may call an operation.
func (f *contractFuzz) rightful(op *fuzzed, made requests.Request) servertest.Header {
	customer := op.customer.token
	set := servertest.Header{}
	switch op.row.guard {
	case ofOrder, ofOrderAndSession:
		for _, o := range f.world.orders {
			if o.ID == made.Values["id"] {
				set["X-Order-Session"] = o.Session
			}
		}
		if op.row.guard == ofOrderAndSession {
			maps.Copy(set, servertest.Bearer(cmp.Or(f.world.owners[made.Values["id"]], customer)))
		}
	case ofSupport, ofStaff:
		maps.Copy(set, servertest.Bearer(f.world.support))
	case ofSystem:
		port := made.Values["port"]
		if op.ID != "receiveWebhook" {
			port, _, _ = strings.Cut(callBacks[op.ID], "/")
		}
		maps.Copy(set, servertest.SignedBy(port, string(made.Body)))
	case ofDevice:
		maps.Copy(set, servertest.Bearer(f.world.FreshDevice()))
	case ofUser:
		maps.Copy(set, servertest.Bearer(customer))
	}
	if op.ID == "signIn" {
		set["Authorization"] = signedBasic()
	}
	return set
}

// stranger is another caller, or the right caller with wrong data.
func (f *contractFuzz) stranger(op *fuzzed) servertest.Header {
	forged, _ := servertest.TokenOf(9)
	return []servertest.Header{
		{},
		servertest.Bearer(forged),
		servertest.Bearer(f.world.FreshDevice()),
		servertest.Bearer(op.customer.token),
		servertest.Bearer(f.world.support),
		servertest.WithSession(f.world.orders[op.dice.IntN(len(f.world.orders))].Session),
		{"Authorization": "Bearer", "X-Signature": "t=1700000000,v1=" + strings.Repeat("0", 64)},
		{"Authorization": "Bearer " + op.customer.token, "x-sub-account": uuid.NewString()},
	}[op.dice.IntN(8)]
}

// conclude writes the report. It fails for operations whose handler no request reached.
func (f *contractFuzz) conclude() {
	var total fuzzed
	var unreached []string
	for _, op := range f.all {
		f.t.Logf("%s", op)
		total.add(op)
		if op.Reached == 0 {
			unreached = append(unreached, op.ID)
		}
	}
	f.t.Logf("S12: operations %d, requests %d, kept the contract %d, reached a handler %d, took effect %d, faults %d",
		len(f.all), total.Cases, total.Kept, total.Reached, total.Done, f.faults)
	require.Empty(f.t, unreached, "no request reached the handler of these operations: extend newWorld")
	if *fuzzRaw == "" {
		return
	}
	raw, err := json.MarshalIndent(map[string]any{
		"when": time.Now().UTC(), "seed": *fuzzSeed, "cases": *fuzzCases, "requests": total.Cases, "kept": total.Kept, "reached": total.Reached,
		"done": total.Done, "faults": f.faults, "operations": f.all,
	}, "", "  ")
	require.NoError(f.t, err)
	require.NoError(f.t, os.WriteFile(*fuzzRaw, raw, 0o600))
}
