package server_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// parts lists the operations that a session for a part of an order opens. All others refuse such a session.
var parts = map[permission.Scope][]string{
	permission.Tracking:     {"getOrder", "streamOrderEvents", "endOrderSession"},
	permission.Activation:   {"getOrder", "streamOrderEvents", "endOrderSession", "requestIdentity", "activateSim"},
	permission.Installation: {"getOrder", "streamOrderEvents", "endOrderSession"},
	permission.Correction:   {"getOrder", "streamOrderEvents", "endOrderSession", "correctPort"},
	permission.Payment:      {"getOrder", "streamOrderEvents", "endOrderSession", "payOrder"},
}

// Among the refused calls are a cancellation, and an eSIM made anew for another person's phone.
func TestOrderLink_OtherStep_IsRefused(t *testing.T) {
	require.Len(t, parts, len(permission.Scopes)-2, "all rights but the whole order and staff steps for a caller")
	for scope, opens := range parts {
		t.Run(string(scope), func(t *testing.T) {
			r := servertest.New(t)
			o := r.DeliverOrder(servertest.CardOwner, servertest.CardNumber)
			part := r.OpenPartByLink(o, scope)
			before, refused := len(r.Flow.SentUpdates()), 0
			why := contract.FailLinkOnly
			if scope == permission.Activation {
				part, why = r.MustFindByCard(o), contract.FailActivationOnly
			}
			walk(t, func(id, method, path string, row sample) {
				rule, _ := permission.Of(id)
				if rule.Caller != permission.OrderOwner {
					return
				}
				require.Equal(t, slices.Contains(opens, id), rule.Allows(scope), id)
				if rule.Allows(scope) {
					return
				}
				body := row.body
				if id == "reissueProfile" {
					body = `{"device":{"eid":"89049032000000000000000000000163"}}`
				}
				got := r.Call(method, "/api"+strings.ReplaceAll(path, "{id}", o.ID), body, servertest.WithSession(part.Session), servertest.FreshKey(), row.versioned())
				servertest.RequireRefused(t, got, why)
				refused++
			})
			require.Greater(t, refused, 20)
			require.Len(t, r.Flow.SentUpdates(), before)
		})
	}
}
