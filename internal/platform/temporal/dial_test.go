package temporal_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
)

const (
	namespace  = "default"
	testKeys   = "t1:dGVzdC1rZXktMDEyMzQ1Njc4OTAxMjM0NTY3ODlhYmM="
	serverPath = "../../../bin/temporal"
)

var absent = config.Temporal{Address: "127.0.0.1:1", Namespace: namespace}

func frontend(t *testing.T) string {
	t.Helper()
	binary, err := filepath.Abs(serverPath)
	require.NoError(t, err)
	require.FileExists(t, binary, "build the development server: make bin/temporal")
	server, err := testsuite.StartDevServer(t.Context(), testsuite.DevServerOptions{ExistingPath: binary, LogLevel: "error"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Stop()) })
	return server.FrontendHostPort()
}

func dial(t *testing.T) client.Client {
	t.Helper()
	c, err := dialled(t, config.Temporal{Address: frontend(t), Namespace: namespace})
	require.NoError(t, err)
	return c
}

func TestEnsureAttributes_New_AreUsableAtOnce(t *testing.T) {
	c := dial(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.NoError(t, temporal.EnsureSearchAttributes(ctx, c, namespace))

	_, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: "order/attributes", TaskQueue: "nobody",
		TypedSearchAttributes: sdk.NewSearchAttributes(
			sdk.NewSearchAttributeKeyKeyword(contract.AttrStage).ValueSet("wizard"),
			sdk.NewSearchAttributeKeyBool(contract.AttrNeedsAttention).ValueSet(true),
			sdk.NewSearchAttributeKeyTime(contract.AttrDueAt).ValueSet(time.Now()),
		),
	}, "Nothing")
	require.NoError(t, err)
	require.NoError(t, temporal.EnsureSearchAttributes(ctx, c, namespace))
}

func TestEnsureAttributes_OtherType_IsRefused(t *testing.T) {
	c := dial(t)
	attributes := temporal.SearchAttributes()
	attributes[contract.AttrStage] = attributes[contract.AttrDueAt]
	_, err := c.OperatorService().AddSearchAttributes(t.Context(), &operatorservice.AddSearchAttributesRequest{
		Namespace: namespace, SearchAttributes: attributes,
	})
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		err := temporal.EnsureSearchAttributes(t.Context(), c, namespace)
		return err != nil && err.Error() == "search attribute Stage is Datetime in namespace default, want Keyword"
	}, time.Minute, 100*time.Millisecond)
}

func TestDial_Inputs_AreStoredEncrypted(t *testing.T) {
	c := dial(t)
	run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: "order/sealed", TaskQueue: "nobody"}, "Nothing", "0571234567")
	require.NoError(t, err)
	event, err := c.GetWorkflowHistory(t.Context(), run.GetID(), run.GetRunID(), false, 0).Next()
	require.NoError(t, err)
	stored := event.GetWorkflowExecutionStartedEventAttributes().GetInput()
	require.NotContains(t, string(stored.GetPayloads()[0].GetData()), "0571234567")
	require.Equal(t, "binary/encrypted", encoding(stored.GetPayloads()[0]))
}

func encoding(p *commonpb.Payload) string { return string(p.GetMetadata()[converter.MetadataEncoding]) }

func TestDial_NoPayloadKeys_IsRefused(t *testing.T) {
	_, err := temporal.Dial(t.Context(), temporal.Config{Temporal: absent}, slog.New(slog.DiscardHandler))
	require.ErrorContains(t, err, "no payload keys")
}

func TestDial_ContextOver_GivesUp(t *testing.T) {
	keys, err := codec.ParseKeys(testKeys)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err = temporal.Dial(ctx, temporal.Config{Temporal: absent, Keys: keys}, slog.New(slog.DiscardHandler))
	require.ErrorContains(t, err, "connect to Temporal at 127.0.0.1:1")
}

func TestRetention_Namespace_GivesItsValue(t *testing.T) {
	c := dial(t)
	kept, err := temporal.Retention(t.Context(), c, namespace)
	require.NoError(t, err)
	require.Equal(t, 24*time.Hour, kept, "of a development server")
	_, err = temporal.Retention(t.Context(), c, "nowhere")
	require.ErrorContains(t, err, "ask how long namespace nowhere keeps workflows")
}
