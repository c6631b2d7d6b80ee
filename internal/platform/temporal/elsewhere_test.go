package temporal_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
)

// managed is a connection to a Temporal that refuses the calls of its operator service, or the named one.
func managed(t *testing.T, server, namespace, call, status string) client.Client {
	t.Helper()
	front := behind(t, server, func(r *http.Request) (string, string) {
		if strings.Contains(r.URL.Path, "OperatorService/"+call) {
			return status, "Request unauthorized."
		}
		return "", ""
	}, nil)
	c, err := dialled(t, config.Temporal{Address: front.Listener.Addr().String(), Namespace: namespace, TLS: config.TLS{
		CAFile: written(t, "authority.pem", "CERTIFICATE", front.Certificate().Raw),
	}})
	require.NoError(t, err)
	return c
}

func TestEnsureAttributes_AddedElsewhere_Succeeds(t *testing.T) {
	server := frontend(t)
	ours, err := dialled(t, config.Temporal{Address: server, Namespace: namespace})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	clouds := map[string]client.Client{
		"forbids all":              managed(t, server, namespace, "", denied),
		"without such a service":   managed(t, server, namespace, "", unimplemented),
		"lists but refuses to add": managed(t, server, namespace, "AddSearchAttributes", denied),
		"lists but cannot add":     managed(t, server, namespace, "AddSearchAttributes", unimplemented),
	}
	for name, cloud := range clouds {
		t.Run("lacking, in a cloud "+name, func(t *testing.T) {
			err := temporal.EnsureSearchAttributes(ctx, cloud, namespace)
			var lacking *temporal.ElsewhereError
			require.ErrorAs(t, err, &lacking)
			require.Equal(t, temporal.SearchAttributes(), lacking.Missing)
			require.Equal(t, 3, lacking.ExitCode())
			require.ErrorContains(t, err, "temporal operator search-attribute create --namespace default --name DueAt --type Datetime")
			require.ErrorContains(t, err, "tcld namespace search-attributes add --namespace default --search-attribute DueAt=Datetime")
		})
	}
	require.NoError(t, temporal.EnsureSearchAttributes(ctx, ours, namespace))
	for name, cloud := range clouds {
		t.Run("with all, in a cloud "+name, func(t *testing.T) {
			require.NoError(t, temporal.EnsureSearchAttributes(ctx, cloud, namespace))
			require.NoError(t, temporal.LookAtSearchAttributes(ctx, cloud, namespace))
		})
	}
}

func TestEnsureAttributes_NoNamespace_SaysTheFix(t *testing.T) {
	server := frontend(t)
	for _, call := range []string{"", "AddSearchAttributes"} {
		err := temporal.EnsureSearchAttributes(t.Context(), managed(t, server, "selfcare", call, denied), "selfcare")
		var lacking *temporal.ElsewhereError
		require.ErrorAs(t, err, &lacking)
		require.True(t, lacking.NoNamespace)
		require.ErrorContains(t, err, "temporal operator namespace create --namespace selfcare")
		require.ErrorContains(t, err, "tcld namespace create --namespace selfcare")
	}
}

func TestElsewhere_Missing_NamesOnlyThat(t *testing.T) {
	one := &temporal.ElsewhereError{Namespace: "selfcare.a1b2c", Missing: map[string]enumspb.IndexedValueType{
		contract.AttrStage: enumspb.INDEXED_VALUE_TYPE_KEYWORD,
	}}
	require.Equal(t, `search attributes Stage are missing in Temporal's namespace selfcare.a1b2c, and we may not add that. Do it, then repeat this command:
  temporal operator search-attribute create --namespace selfcare.a1b2c --name Stage --type Keyword
or, in Temporal Cloud:
  tcld namespace search-attributes add --namespace selfcare.a1b2c --search-attribute Stage=Keyword`, one.Error())
}
